/** Prints what each entry point costs a user, minified and gzipped, and fails where a budget is exceeded. Needs a build. */
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { entries, optionalPeers, root } from "./entries.mjs";

const KILOBYTE = 1024;
/** The root's target is 28 KB; docs/decisions/0009-size.md says what takes the rest. */
const budgets = { client: 35_000, wallet: 20 * KILOBYTE };
/** All that an entry exports, at once: ratchets, so that growth is seen. */
const whole = {
  index: 38 * KILOBYTE,
  wallet: 52 * KILOBYTE,
  relay: 21 * KILOBYTE,
  webhooks: 20 * KILOBYTE,
  simulator: 96 * KILOBYTE,
  node: 5 * KILOBYTE,
};

const client = `
  import { PaymentsClient } from "payments-sdk";
  export const quote = (options) => new PaymentsClient(options).quotes.retrieve("Quote:1");`;
const wallet = `
  import { Wallet } from "payments-sdk/wallet";
  export const execute = (options, quote) => new Wallet(options).executeQuote(quote);`;

const measure = (contents) => bundle(contents, fileURLToPath(root), [...optionalPeers, "node:*"]);

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
}
for (const { name, specifier } of entries) {
  const all = await measure(`export * from "${specifier}";`);
  report(`${specifier}: everything it exports`, all.gzip, whole[name] ?? 0, all.lazy.gzip);
}
process.exitCode = failed ? 1 : 0;
