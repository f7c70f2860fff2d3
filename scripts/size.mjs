/** Prints the size of each entry point, minified and gzipped. Fails if one exceeds its budget. Needs a build. */
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { entries, optionalPeers, root } from "./entries.mjs";
import { pageBudgets, walletPage } from "./wallet-page.mjs";

const KILOBYTE = 1024;
/** Bytes: see docs/maintainers/decisions/0009-size.md. */
const budgets = {
  client: 47 * KILOBYTE,
  wallet: 10_700,
  otel: 1_520,
  function: 2 * KILOBYTE,
};
/** All exports of an entry together. */
const whole = {
  index: 55_500,
  wallet: 28_600,
  relay: 27_200,
  webhooks: 22_200,
  simulator: 102_900,
  node: 6_400,
  react: 3 * KILOBYTE,
  payouts: 3_950,
  forms: 15 * KILOBYTE,
};
/** Each must exclude the other exports of its entry. */
const functions = ["isPaymentsError", "formatAmount", "isTerminal"];

const client = `
  import { PaymentsClient } from "payments-sdk";
  export const quote = (options) => new PaymentsClient(options).quotes.retrieve("Quote:1");`;
const wallet = `
  import { Wallet } from "payments-sdk/wallet";
  export const execute = (options, quote) => new Wallet(options).executeQuote(quote);`;

const otel = `
  import { instrument } from "payments-sdk/otel";
  export const traced = (options) => new PaymentsClient(instrument(options));`;

const measure = (contents, unused = []) =>
  bundle(contents, fileURLToPath(root), [...optionalPeers, ...unused, "node:*"]);

let failed = false;
const report = (label, bytes, budget, lazy = 0) => {
  const over = budget !== undefined && bytes > budget;
  failed ||= over;
  const limit = budget === undefined ? "" : `  of at most ${budget}${over ? "  TOO LARGE" : ""}`;
  const later = lazy === 0 ? "" : `  (and ${lazy} when first used)`;
  console.log(`${label.padEnd(58)} ${String(bytes).padStart(6)} bytes${limit}${later}`);
};

const alone = await measure(client);
report("payments-sdk: the client and one call", alone.gzip, budgets.client);
if (entries.some(({ name }) => name === "wallet")) {
  const both = await measure(client + wallet);
  report(
    "payments-sdk/wallet: a wallet and one call, on top of it",
    both.gzip - alone.gzip,
    budgets.wallet,
    both.lazy.gzip,
  );
  const { first, held, sealed } = await walletPage(fileURLToPath(root));
  report("payments-sdk/wallet: a page without a session", first, pageBudgets.first);
  report("payments-sdk/wallet: passkey sign-in and payment, held keys", held, pageBudgets.held);
  report("payments-sdk/wallet: passkey sign-in and payment, sealed keys", sealed, pageBudgets.sealed);
}
// It wraps the transport of the client, so it has ky, too.
const traced = await measure(client + otel);
report("payments-sdk/otel: on top of the client", traced.gzip - alone.gzip, budgets.otel);
for (const name of functions) {
  const { gzip } = await measure(`export { ${name} } from "payments-sdk";`);
  report(`payments-sdk: ${name} alone`, gzip, budgets.function);
}
for (const { name, specifier } of entries) {
  if (name === "otel") continue;
  const all = await measure(`export * from "${specifier}";`);
  report(`${specifier}: everything it exports`, all.gzip, whole[name] ?? 0, all.lazy.gzip);
}
process.exitCode = failed ? 1 : 0;
