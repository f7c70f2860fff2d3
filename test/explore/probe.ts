import * as core from "payments-sdk";
import * as wallet from "payments-sdk/wallet";
import { assuming } from "./assumptions";
import { search } from "./choices";
import { explore, followAdvice, once, twoProcesses } from "./callers";
import * as ops from "./operations";
import { onePage, twoTabs, walletPay } from "./wallet";
const operations = { ...ops, walletPay };
const sources = { ...core, ...wallet };
const [, , op = "transferOut", who = "once", d = "1", width = "reduced", ...flags] = process.argv;
const caller = { once, followAdvice, twoProcesses, onePage, twoTabs }[who]!;
Error.stackTraceLimit = process.env.STACK ? 20 : 0;
const t = performance.now();
const settings = {
  sources,
  assumptions: assuming(),
  width: width as "full",
  mayAbort: flags.includes("abort"),
  mayCrash: flags.includes("crash"),
  habits: {
    storesRefusals: flags.includes("stores"),
    hasUniqueCustomers: flags.includes("unique"),
    ...(flags.includes("used404") && { usedChallenge: 404 as const }),
    ...(flags.includes("used400") && { usedChallenge: 400 as const }),
  },
};
const found = await search((c) => explore(c, settings, (operations as any)[op], caller), {
  disturbances: Number(d),
  violations: 3,
});
console.log(
  op,
  who,
  d,
  width,
  flags.join(" "),
  "->",
  found.histories,
  found.isComplete,
  found.violations.length,
  ((performance.now() - t) / 1000).toFixed(1),
  "s",
);
for (const v of found.violations)
  console.log("VIOLATION", v.problem, v.disturbances, "\n  " + v.history.join("\n  "));
