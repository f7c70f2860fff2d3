import type { CallReport, Holdings, LedgerLine, OperationReport, World } from "./types";

/** Checks the result against the proxy's ledger. Each violation is one text. */
export function violationsOf(
  world: World,
  reports: readonly OperationReport[],
  ledger: readonly LedgerLine[],
  holdings: Holdings,
): string[] {
  const lines = groupBy(ledger, ({ operation }) => operation);
  const found: string[] = [];
  for (const report of reports) {
    const own = lines.get(report.operation) ?? [];
    const problems = [...outcomes(report, own), ...executions(report, own, holdings)];
    if (problems.length > 0) found.push(described(report, own, problems));
  }
  return [...found, ...books(world, reports, holdings)];
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

const acts = ({ method }: LedgerLine) => method !== "GET" && method !== "HEAD";
/** A 202 is a challenge: the service executed nothing. */
const isDone = ({ kind, status = 0 }: LedgerLine) =>
  kind === "responded" && status >= 200 && status < 300 && status !== 202;

/** Each error states a true outcome, and each result is the service's own for this call. */
function outcomes({ calls, amount }: OperationReport, own: readonly LedgerLine[]): string[] {
  return calls.flatMap((call) => {
    const of = own.filter((line) => line.call === call.call && acts(line));
    const carriedOut = of.filter(isDone);
    const executed = carriedOut.filter(({ isReplay }) => isReplay !== true);
    /** The service's response to an earlier call with the same key also counts for this call. */
    const underKey = own.filter(
      (line) =>
        line.call < call.call &&
        line.key !== undefined &&
        line.key === call.key &&
        acts(line) &&
        isDone(line),
    );
    const lastPlayed = of.findLastIndex(({ kind }) => kind === "played");
    const label = `call ${call.call} (${call.name})`;
    switch (call.result) {
      case "not-executed":
        return [
          ...(executed.length > 0 ? [`${label}: said not-executed, and the service carried it out`] : []),
          ...otherKey(call, label),
        ];
      case "executed":
        return [
          ...(of.slice(0, lastPlayed).some(isDone)
            ? []
            : [`${label}: said executed, and the service had not carried it out`]),
          ...otherKey(call, label),
        ];
      case "succeeded":
        return [
          ...foreign(call, [...underKey, ...carriedOut], own).map((problem) => `${label}: ${problem}`),
          ...otherAmount(call, amount, label),
        ];
      case "no-error-of-this-call":
        return [`${label}: threw an error that is not its own: ${call.error}`];
      default:
        return otherKey(call, label);
    }
  });
}

/** A result must be the service's response to this call, or to an earlier lost call of the operation. */
function foreign(call: CallReport, carriedOut: readonly LedgerLine[], own: readonly LedgerLine[]): string[] {
  if (call.name === "credentials.revoke") {
    return own.some((line) => line.method === "DELETE" && isDone(line))
      ? []
      : ["succeeded, and nothing was carried out"];
  }
  if (carriedOut.length === 0) return ["succeeded, and the service has not carried it out"];
  return carriedOut.some(({ id }) => id === call.id) ? [] : [`took the result of another call: ${call.id}`];
}

/** The error of a call carries the key of that call. */
function otherKey({ key, errorKey }: CallReport, label: string): string[] {
  return errorKey === undefined || errorKey === key ? [] : [`${label}: the error has the key ${errorKey}`];
}

function otherAmount(call: CallReport, amount: number, label: string): string[] {
  if (/^(?:credentials|customers)\./.test(call.name) || call.amount === amount) return [];
  return [`${label}: took the amount ${call.amount} of another call for ${amount}`];
}

/** The service executed each operation once, regardless of the results of its calls. */
function executions(report: OperationReport, own: readonly LedgerLine[], holdings: Holdings): string[] {
  const problems: string[] = [];
  if (!report.isResolved) problems.push("was never resolved");
  const done = own.filter((line) => acts(line) && isDone(line));
  const idsOf = (path: RegExp) => new Set(done.filter((line) => path.test(line.path)).map(({ id }) => id));
  if (report.kind === "credential") {
    const created = done.filter(({ method }) => method === "POST").length;
    const revoked = done.filter(({ method }) => method === "DELETE").length;
    if (created < 1 || created !== revoked)
      problems.push(`registered ${created} credentials, revoked ${revoked}`);
    return problems;
  }
  if (report.kind === "customer") {
    const made = done.filter(({ method }) => method === "POST").length;
    const deleted = done.filter(({ method }) => method === "DELETE").length;
    if (made !== 1 || deleted !== 1) problems.push(`created ${made} customers, deleted ${deleted}`);
    return problems;
  }
  const paid = idsOf(report.kind === "transfer" ? /transfer-out$/ : /execute$/);
  if (paid.size !== 1) problems.push(`was executed ${paid.size} times`);
  const rows = holdings.transactions.filter(({ amount }) => amount === report.amount);
  if (rows.length !== 1) problems.push(`${rows.length} transactions of the service have its amount`);
  for (const { id, quoteId, accountId, status } of rows) {
    if (!paid.has(id) && !paid.has(quoteId)) problems.push(`the service's ${id} is not in the ledger`);
    if (accountId !== report.accountId) problems.push(`was paid from ${accountId}`);
    if (status !== "COMPLETED") problems.push(`the service says ${status}`);
  }
  return problems;
}

/** The balances fell by exactly the payments, and no credential is left over. */
function books(world: World, reports: readonly OperationReport[], holdings: Holdings): string[] {
  const payments = reports.filter(({ kind }) => kind !== "credential" && kind !== "customer");
  const found: string[] = [];
  // The wallets were funded before the run, so payments are the transactions with one of the accounts as their source.
  const paid = holdings.transactions.filter(({ accountId }) => accountId in world.balances);
  if (paid.length !== payments.length) {
    found.push(`${paid.length} transactions for ${payments.length} payments`);
  }
  for (const [accountId, before] of Object.entries(world.balances)) {
    const own = payments.filter((report) => report.accountId === accountId);
    const expected = before - own.reduce((sum, { amount }) => sum + amount, 0);
    const balance = holdings.balances[accountId];
    if (balance !== expected) found.push(`${accountId} has ${balance}, and should have ${expected}`);
  }
  if (holdings.customers !== world.owners.length) {
    found.push(`${holdings.customers} customers exist, and should be ${world.owners.length}`);
  }
  for (const [accountId, count] of Object.entries(holdings.credentials)) {
    if (count !== 1) found.push(`${accountId} has ${count} credentials`);
  }
  return found;
}

function described(report: OperationReport, own: readonly LedgerLine[], problems: readonly string[]): string {
  const faults = own.map(({ kind, call, method, path, status, fault, isSigned, key }) =>
    [kind, `call ${call}`, method, path, isSigned && "signed", key, status, fault].filter(Boolean).join(" "),
  );
  const calls = report.calls.map(({ call, name, key, result, id, error }) =>
    [`call ${call}`, name, key, result, id, error].filter(Boolean).join(" "),
  );
  return [
    `${report.operation} (${[report.kind, report.amount, report.rule].filter(Boolean).join(", ")}): ${problems.join("; ")}`,
    ...calls.map((text) => `    ${text}`),
    ...faults.map((text) => `        ${text}`),
  ].join("\n");
}
