/** Prints what each entry point costs a user, minified and gzipped, and fails where a budget is exceeded. Needs a build. */
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { entries, optionalPeers, root } from "./entries.mjs";

const KILOBYTE = 1024;
const budgets = { client: 20 * KILOBYTE, wallet: 32 * KILOBYTE };

const client = `
  import { PaymentsClient } from "payments-sdk";
  export const quote = (options) => new PaymentsClient(options).quotes.retrieve("Quote:1");`;
const wallet = `
  import { Wallet } from "payments-sdk/wallet";
  export const execute = (options, quote) => new Wallet(options).executeQuote(quote);`;

const measure = (contents) =>
  bundle(contents, fileURLToPath(root), { external: [...optionalPeers, "node:*"] }).then(({ gzip }) => gzip);

let failed = false;
const report = (label, bytes, budget) => {
  const over = budget !== undefined && bytes > budget;
  failed ||= over;
  const limit = budget === undefined ? "" : `  of at most ${budget}${over ? "  TOO LARGE" : ""}`;
  console.log(`${label.padEnd(58)} ${String(bytes).padStart(6)} bytes${limit}`);
};

const clientBytes = await measure(client);
report("payments-sdk: the client and one call", clientBytes, budgets.client);
if (entries.some(({ name }) => name === "wallet")) {
  report(
    "payments-sdk/wallet: a wallet and one call, on top of it",
    (await measure(client + wallet)) - clientBytes,
    budgets.wallet,
  );
}
for (const { specifier } of entries) {
  report(`${specifier}: everything it exports`, await measure(`export * from "${specifier}";`));
}
process.exitCode = failed ? 1 : 0;
