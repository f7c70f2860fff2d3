/** The most characters of a text in a message. */
const EXCERPT_LENGTH = 200;

/** The start of a text, in one line. A line break or another control character could forge a line of a log. */
export function excerpt(text: string, length = EXCERPT_LENGTH): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

/**
 * A body for a message. JSON, also if it was cut, may hold names, mail addresses and links, so only its length and type are shown.
 * Any other text, such as the page of a proxy, is shown from its start.
 *
 * @param text without secrets
 * @param type the header `content-type`, without secrets
 */
export function shownBody(text: string, type: string | null | undefined): string {
  if (!/^\s*["[{]/.test(text)) return excerpt(text);
  return `${text.length} characters of ${excerpt(type?.split(";")[0] ?? "") || "JSON"}`;
}
