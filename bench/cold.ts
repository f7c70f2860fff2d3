/**
 * The processor time that a fresh process needs from its start to the first response of a mocked `fetch`, less what an empty
 * process needs, as a multiple of ky's. Measures the built package.
 *
 *     npm run bench:cold
 */
import { execFileSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { customer } from "./service";

const ROUNDS = 25;
const fetch = `async () => new Response(${JSON.stringify(JSON.stringify(customer(1)))}, {
  headers: { "content-type": "application/json" },
})`;

const programs = {
  nothing: "",
  ky: `import ky from "ky";
    await ky.get("https://api.example.test/customers/Customer:1", { fetch: ${fetch} }).json();`,
  "payments-sdk": `import { PaymentsClient } from "payments-sdk";
    const options = { baseUrl: "https://api.example.test", clientId: "id", clientSecret: "secret", logLevel: "off" };
    await new PaymentsClient({ ...options, fetch: ${fetch} }).customers.retrieve("Customer:1");`,
};

/** Processor time, and not the clock on the wall: what else the machine does counts for less. */
function milliseconds(program: string): number {
  const report = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", `${program}\n${report}`], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    encoding: "utf8",
  });
  return Number(output);
}

// Rounds in turn, and the least of each: what else the machine does only ever adds.
const least = { nothing: Infinity, ky: Infinity, "payments-sdk": Infinity };
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of ["nothing", "ky", "payments-sdk"] as const) {
    least[name] = Math.min(least[name], milliseconds(programs[name]));
  }
}
const ratio = (least["payments-sdk"] - least.nothing) / (least.ky - least.nothing);
console.log(
  `Node ${process.versions.node}: import and first response: ${ratio.toFixed(2)} x ky's, in processor time`,
);
