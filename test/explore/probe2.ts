import { defects } from "./defects";
import { findDefect } from "./find-defect";
Error.stackTraceLimit = 0;
const only = process.argv.slice(2).map(Number);
for (const [i, d] of defects.entries()) {
  if (only.length && !only.includes(i)) continue;
  const t = performance.now();
  const r = await findDefect(d).catch((e) => String(e));
  console.log(
    i,
    d.breaks,
    "->",
    typeof r === "string"
      ? r
      : r === undefined
        ? "NOT FOUND"
        : `${r.scenario}: ${r.found.violations[0]!.problem} (${r.found.violations[0]!.disturbances})\n   ${r.found.violations[0]!.history.join("\n   ")}`,
    ((performance.now() - t) / 1000).toFixed(1),
  );
}
