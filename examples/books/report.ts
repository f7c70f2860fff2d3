import { decimal } from "./compare";
import type { Comparison, Difference } from "./compare";

const HEAD = ["account", "currency", "transaction", "books", "service", "difference", "cause"];

/** A row for the balance of each account, after a row for each transaction that differs. */
function rows({ accountId, currency, books, service, differences }: Comparison): string[][] {
  const cells = ({ transactionId = "", ...difference }: Difference) => [
    accountId,
    currency.code,
    transactionId,
    difference.books,
    difference.service,
    decimal(difference.amount, currency),
    difference.cause,
  ];
  const isBalanced = differences.every(({ transactionId }) => transactionId !== undefined);
  const balances = [decimal(books, currency), decimal(service, currency)];
  const agreed = isBalanced
    ? [[accountId, currency.code, "", ...balances, decimal(0, currency), "agrees"]]
    : [];
  return [...differences.map(cells), ...agreed];
}

export const countOf = (comparisons: readonly Comparison[]): number =>
  comparisons.reduce((sum, { differences }) => sum + differences.length, 0);

/** The report for a spreadsheet (RFC 4180). */
export function csvReport(comparisons: readonly Comparison[]): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [HEAD, ...comparisons.flatMap(rows)].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #222; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border-bottom: 1px solid #ccc; padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; }
  td:nth-child(4), td:nth-child(5), td:nth-child(6) { text-align: right; font-variant-numeric: tabular-nums; }
  .differs td { background: #fdecea; }`;

/** The report for a browser: accounts that differ come first. */
export function htmlReport(comparisons: readonly Comparison[], at: Date): string {
  const count = countOf(comparisons);
  const transactions = comparisons.reduce((sum, comparison) => sum + comparison.transactions, 0);
  const sorted = comparisons.toSorted((a, b) => b.differences.length - a.differences.length);
  const line = (row: readonly string[]) =>
    `<tr${row.at(-1) === "agrees" ? "" : ' class="differs"'}>${row.map((text) => `<td>${escaped(text)}</td>`).join("")}</tr>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Reconciliation of ${at.toISOString()}</title>
<style>${STYLE}
</style>
<h1>${count === 0 ? "The books agree with the service" : `Differences: ${count}`}</h1>
<p>${comparisons.length} accounts with ${transactions} transactions, compared on ${at.toISOString()}.
A row without a transaction is the balance of the account. The difference is what the service has more than the books.</p>
<table>
<tr>${HEAD.map((text) => `<th scope="col">${text}</th>`).join("")}</tr>
${sorted.flatMap(rows).map(line).join("\n")}
</table>
</html>
`;
}
