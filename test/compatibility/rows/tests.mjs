import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import * as esbuild from "esbuild";
import { expectedJourneys, uncryptedJourneys } from "../../runtimes/expected.mjs";
import { nodes, output, tool, versionOf } from "../place.mjs";

/** The setup file for plain jsdom from the troubleshooting guide. */
const polyfill = 'globalThis.TextEncoder = require("node:util").TextEncoder;\n';

/** An environment for wallet tests in Jest's jsdom. Cryptography and typed arrays are Node's, so that they fit each other. */
const environment = `
const FixedJSDOMEnvironment = require("jest-fixed-jsdom");
module.exports = class extends FixedJSDOMEnvironment {
  constructor(...args) {
    super(...args);
    Object.assign(this.global, { ArrayBuffer, Uint8Array });
    Object.defineProperty(this.global, "crypto", { value: crypto });
  }
};
`;

/** Runs Jest on one test of a user's project. */
async function jest(folder, name, test, { flags = [], ...settings } = {}) {
  writeFileSync(path.join(folder, name), test);
  const config = { rootDir: folder, testRegex: [name.replaceAll(".", "\\.")], transform: {}, ...settings };
  writeFileSync(path.join(folder, "jest.config.json"), JSON.stringify(config));
  const args = [
    ...flags,
    tool("jest/bin/jest.js"),
    "--config",
    "jest.config.json",
    "--ci",
    "--watchman=false",
  ];
  return output(process.execPath, args, folder, { ...process.env, NODE_ENV: "test" });
}

/** `facts.mjs` as CommonJS, which Jest runs without a transform. */
async function factsAsCommonJs(folder) {
  for (const file of ["facts", "journeys"]) {
    const text = readFileSync(path.join(folder, `${file}.mjs`), "utf8").replace(
      "./journeys.mjs",
      "./journeys.cjs",
    );
    const { code } = await esbuild.transform(text, { format: "cjs", platform: "node" });
    writeFileSync(path.join(folder, `${file}.cjs`), code);
  }
}

const runs = (journeys, options = "") => `
const { facts } = require("./facts.cjs");
test("runs", async () => {
  expect(await facts(${options})).toEqual(${JSON.stringify({ missing: [], ...journeys })});
}, 60_000);
`;
const runsAll = runs(expectedJourneys);
const loads = (...entries) => `
test.each(${JSON.stringify(entries)})("loads %s", (entry) => {
  expect(Object.keys(require(entry)).length).toBeGreaterThan(0);
});
`;

const jestRows = {
  "Jest, CommonJS": async (place) => {
    const folder = place.project();
    await factsAsCommonJs(folder);
    await jest(folder, "all.test.cjs", runsAll);
  },
  "Jest, ES modules": async (place) => {
    const folder = place.project({}, { type: "module" });
    const test = runsAll.replace(
      'const { facts } = require("./facts.cjs")',
      'import { facts } from "./facts.mjs"',
    );
    await jest(folder, "all.test.mjs", test, { flags: ["--experimental-vm-modules", "--no-warnings"] });
  },
  "Jest, jsdom: webhooks and simulator load": async (place) => {
    const testEnvironment = tool("jest-environment-jsdom");
    const entries = ["payments-sdk/webhooks", "payments-sdk/simulator"];
    await jest(place.project(), "load.test.cjs", loads(...entries), { testEnvironment });
  },
  "Jest, jsdom with the one line: every entry loads": async (place) => {
    const folder = place.project();
    writeFileSync(path.join(folder, "polyfill.cjs"), polyfill);
    const entries = ["", "/wallet", "/relay", "/webhooks", "/simulator"].map((name) => `payments-sdk${name}`);
    const testEnvironment = tool("jest-environment-jsdom");
    await jest(folder, "load.test.cjs", loads(...entries), {
      testEnvironment,
      setupFiles: ["<rootDir>/polyfill.cjs"],
    });
  },
  "Jest, jest-fixed-jsdom: what needs no WebCrypto": async (place) => {
    const folder = place.project();
    await factsAsCommonJs(folder);
    const test = runs(uncryptedJourneys, "{ cryptography: false }");
    await jest(folder, "all.test.cjs", test, { testEnvironment: tool("jest-fixed-jsdom") });
  },
  "Jest, jest-fixed-jsdom with Node's cryptography": async (place) => {
    const folder = place.project({ "jest-fixed-jsdom": "jest-fixed-jsdom" });
    await factsAsCommonJs(folder);
    writeFileSync(path.join(folder, "environment.cjs"), environment);
    await jest(folder, "all.test.cjs", runsAll, { testEnvironment: "<rootDir>/environment.cjs" });
  },
};

/** A user's test. Its program calls the service with its own `fetch`, which msw intercepts. */
const mswTest = `
import { http } from "msw";
import { setupServer } from "msw/node";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { facts } from "./facts.mjs";

const simulator = new Simulator({ seed: "msw" });
const server = setupServer(...simulator.handlers(http));
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());

test("reaches the simulator through msw", async () => {
  const { baseUrl, clientId, clientSecret } = simulator.clientOptions();
  const payments = new PaymentsClient({ baseUrl, clientId, clientSecret });
  const customer = await payments.customers.create({ customerType: "INDIVIDUAL" });
  expect(await payments.customers.retrieve(customer.id)).toEqual(customer);
  expect(simulator.requests.length).toBe(2);
});
test("runs", async () => {
  expect(await facts()).toEqual(${JSON.stringify({ missing: [], ...expectedJourneys })});
}, 60_000);
`;

async function vitestWith(place, msw) {
  const folder = place.project({ vitest: "vitest", msw }, { type: "module" });
  writeFileSync(path.join(folder, "msw.test.mjs"), mswTest);
  // This Vitest needs Node 22 or later.
  await output(nodes["node 24"], [tool("vitest/vitest.mjs"), "run", "--root", folder], folder);
}

/** The test runners. */
export const testRows = (place) => [
  ...Object.entries(jestRows).map(([name, run]) => ({
    area: "Test runners",
    name,
    version: name.includes("fixed")
      ? `${versionOf("jest")}, ${versionOf("jest-fixed-jsdom")}`
      : versionOf("jest"),
    run: () => run(place),
  })),
  ...["msw2", "msw3"].map((msw) => ({
    area: "Test runners",
    name: `Vitest, ${msw.replace("msw", "msw ")}`,
    version: `${versionOf("vitest")}, ${versionOf(msw)}`,
    run: () => vitestWith(place, msw),
  })),
];
