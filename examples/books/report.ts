import { decimal } from "./compare";
import type { Comparison, Difference } from "./compare";

const HEAD = `account,owner,currency,transaction,created,transaction in the books,transaction at the service,
  amount in the books,amount at the service,difference,cause,what to do`.split(/,\s*/);

/** A row for each transaction that differs, then one for the balance of the account. */
function rows({ accountId, owner, currency, books, service, differences }: Comparison): string[][] {
  const account = [accountId, owner, currency.code];
  const amounts = (ours: number, theirs: number) =>
    [ours, theirs, theirs - ours].map((amount) => decimal(amount, currency));
  const cells = ({ transaction, cause, action, ...sides }: Difference) => {
    const { id = "", createdAt = "", books = "", service = "" } = transaction ?? {};
    return [...account, id, createdAt, books, service, ...amounts(sides.books, sides.service), cause, action];
  };
  const agrees = differences.every(({ transaction }) => transaction !== undefined);
  const balance = [...account, "", "", "", "", ...amounts(books, service), "agrees", ""];
  return [...differences.map(cells), ...(agrees ? [balance] : [])];
}

/** How many transactions and balances differ. A transfer between two accounts differs on both, and counts once. */
export function verdict(comparisons: readonly Comparison[]): { agrees: boolean; text: string } {
  const differences = comparisons.flatMap((comparison) => comparison.differences);
  if (differences.length === 0) return { agrees: true, text: "The books agree with the service" };
  const ids = differences.flatMap(({ transaction }) => transaction?.id ?? []);
  const balances = differences.length - ids.length;
  return { agrees: false, text: `Differences: transactions ${new Set(ids).size}, balances ${balances}` };
}

/** The report for a spreadsheet (RFC 4180). */
export function csvReport(comparisons: readonly Comparison[]): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [HEAD, ...comparisons.flatMap(rows)].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #222; }
  table { border-collapse: collapse; }
  th, td { border-bottom: 1px solid #ccc; padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; }
  td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }`;

function table(head: readonly string[], body: readonly string[][]): string {
  const cell = (text: string) => {
    const isNumber = /^-?[\d.]+$/.test(text);
    return `<td${isNumber ? ' class="number"' : ""}>${escaped(text)}</td>`;
  };
  const lines = body.map((row) => `<tr>${row.map(cell).join("")}</tr>\n`);
  return `<table>
<tr>${head.map((text) => `<th scope="col">${text}</th>`).join("")}</tr>
${lines.join("")}</table>`;
}

/** How often each cause occurs, the most frequent one first. */
function causes(comparisons: readonly Comparison[]): string[][] {
  const counts = new Map<string, { action: string; count: number }>();
  for (const { cause, action } of comparisons.flatMap(({ differences }) => differences))
    counts.set(cause, { action, count: (counts.get(cause)?.count ?? 0) + 1 });
  const sorted = [...counts].sort(([, a], [, b]) => b.count - a.count);
  return sorted.map(([cause, { action, count }]) => [cause, String(count), action]);
}

/** The report for a browser: first the causes, then each difference, then what agrees. */
export function htmlReport(comparisons: readonly Comparison[], at: Date): string {
  const differing = comparisons.filter(({ differences }) => differences.length > 0);
  const agreeing = comparisons.filter(({ differences }) => differences.length === 0);
  const transactions = comparisons.reduce((sum, comparison) => sum + comparison.transactions, 0);
  const details = `<h2>Causes</h2>
${table(["cause", "rows", "what to do"], causes(differing))}
<h2>Differences</h2>
<p>An amount is what the side counts on the account. The difference is what the service has more than the books.
A row without a transaction is the balance of the account.</p>
${table(HEAD, differing.flatMap(rows))}`;
  const balances = agreeing.map(({ accountId, owner, currency, books }) => [
    accountId,
    owner,
    currency.code,
    decimal(books, currency),
  ]);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Reconciliation of ${at.toISOString()}</title>
<style>${STYLE}
</style>
<h1>${verdict(comparisons).text}</h1>
<p>${comparisons.length} accounts with ${transactions} transactions, compared on ${at.toISOString()}.
${differing.length} accounts differ.</p>
${differing.length > 0 ? details : ""}
<h2>Accounts that agree</h2>
${table(["account", "owner", "currency", "balance"], balances)}
</html>
`;
}
