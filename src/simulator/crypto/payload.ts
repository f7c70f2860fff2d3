/**
 * Writes a text to be signed. It is JSON, and on purpose an untidy one: white space before, between and after, fields in
 * no order, letters outside ASCII both raw and escaped, a number that does not survive parsing. A client that parses it
 * and writes it again, trims it or normalises it, signs another text.
 */
export function untidyJson(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(
    ([name, value], index) =>
      `${index % 2 === 0 ? "  " : "\t"}${JSON.stringify(name)} :${JSON.stringify(value)}`,
  );
  return `\n{"note" : "Best\\u00e4tigung \u2013 Zu\u0308rich \u78ba\u8a8d \u2713","version":1.0 ,\r\n${lines.join(" ,\n")} }\n `;
}
