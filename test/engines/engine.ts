/** A tab of a browser engine, with the functions that its page offers: `globalThis.program`. They take and return JSON values. */
export interface EngineTab {
  /** Waits until the page's scripts have run. */
  reload(): Promise<void>;
  /** Another tab of the same profile, with the same address. */
  openAnother(): Promise<EngineTab>;
  /** Calls a function of the page once for each list of parameters, one after the other. `undefined` comes back as `null`. */
  callEach(name: string, calls: readonly (readonly unknown[])[]): Promise<unknown[]>;
}

/** A browser that is not Chromium. */
export interface Engine {
  /** The name and version that the browser reports. */
  readonly version: string;
  /** A tab in a new profile. */
  open(url: string): Promise<EngineTab>;
  close(): Promise<void>;
}

/** Runs in the page, in its own task. Its input and output are JSON, for every driver. */
export const caller = `async (name, calls) => {
  await new Promise((resolve) => setTimeout(resolve));
  const results = [];
  for (const parameters of JSON.parse(calls)) {
    const result = await globalThis.program[name](...parameters);
    results.push(result === undefined ? null : result);
  }
  return JSON.stringify(results);
}`;

/** A page that does not load and a driver that hangs must not block the command. */
export const STEP_TIMEOUT_MS = 60_000;

/** Gives up after {@link STEP_TIMEOUT_MS}. */
export async function inTime<Result>(what: string, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no response`)), STEP_TIMEOUT_MS);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
