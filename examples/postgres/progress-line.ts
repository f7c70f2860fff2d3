/** Shows progress in one line. A terminal overwrites it. Elsewhere it appears once a second. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  #shownMs = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** @param share the finished share, between 0 and 1 */
  show(share: number, text: string, isLast = false): void {
    const { isTTY } = this.#stream;
    if (!isTTY && !isLast && Date.now() - this.#shownMs < 900) return;
    this.#shownMs = Date.now();
    const width = 24;
    const filled = Math.floor(share * width);
    const line = `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${text}`;
    this.#stream.write(isTTY ? `\r${line}   ${isLast ? "\n" : ""}` : `${line}\n`);
  }
}
