/** The cells of a row: its fields, or the value itself. */
function cellsOf(row: unknown): Map<string, string> {
  const fields = typeof row === "object" && row !== null ? Object.entries(row) : [["value", row] as const];
  return new Map(fields.map(([name, value]) => [name, String(value)]));
}

/** Writes rows as `console.table` does, or returns `undefined` if the value has no rows. */
export function textTable(rows: unknown): string | undefined {
  if (typeof rows !== "object" || rows === null) return undefined;
  const lines = Object.entries(rows).map(([index, row]) => [["", index] as const, ...cellsOf(row)]);
  const columns = [...new Set(lines.flatMap((line) => line.map(([name]) => name)))];
  const table = [columns, ...lines.map((line) => columns.map((name) => new Map(line).get(name) ?? ""))];
  const widths = columns.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  return table
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
