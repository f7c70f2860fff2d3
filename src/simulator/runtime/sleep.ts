/** Waits real milliseconds, less when the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, signal?.aborted ? 0 : ms);
    signal?.addEventListener("abort", finish, { once: true });
  });
}
