/** How to correct PEM text from an environment variable: its line breaks are often the two characters `\n`. */
export function pemAdvice(text: unknown): string {
  return typeof text === "string" && text.includes("\\n")
    ? ". Replace each literal \\n with a line break"
    : "";
}
