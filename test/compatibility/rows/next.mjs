import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { expectedJourneys, uncryptedJourneys } from "../../runtimes/expected.mjs";
import { visit } from "../browser.ts";
import { output, versionOf } from "../place.mjs";

const expected = { missing: [], ...expectedJourneys };
const uncrypted = { missing: [], ...uncryptedJourneys };
const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };

const route = (runtime, options) => `import { facts } from "../../facts.mjs";
export const runtime = "${runtime}";
export const dynamic = "force-dynamic";
export const GET = async () => Response.json(await facts(${JSON.stringify(options)}));
`;
/** The edge runtime of `next start` has cryptography that rejects its own arrays. */
const onTheEdge = { cryptography: false };
const files = {
  "app/layout.js": `export default function Layout({ children }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}
`,
  "app/page.js": `"use client";
import { useEffect } from "react";
import { facts } from "./facts.mjs";
export default function Page() {
  useEffect(() => {
    globalThis.outcome = facts().catch((error) => ({ failed: String(error?.stack ?? error) }));
  }, []);
  return <p>It runs.</p>;
}
`,
  "app/api/nodejs/route.js": route("nodejs", {}),
  "next.config.mjs": "export default { turbopack: { root: import.meta.dirname } };\n",
};

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Next prints this for every project with a route for the edge. */
const ofTheEdge = /The Edge Runtime is deprecated|Using edge runtime on a page/;

/** The warnings in the output of the build. */
const warningsOf = (text) => text.split("\n").filter((line) => /⚠|warn/i.test(line) && !ofTheEdge.test(line));

/** With webpack, Next 16.4 cannot build any route for the edge, not even an empty one. */
const edgeFiles = { turbopack: { "app/api/edge/route.js": route("edge", onTheEdge) }, webpack: {} };

/** Builds the project with all kinds of code once, and starts it. */
async function start(place, bundler) {
  const folder = place.project({}, { type: "module" });
  for (const [name, text] of Object.entries({ ...files, ...edgeFiles[bundler] })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  for (const name of ["facts", "journeys"]) await output("cp", [`${name}.mjs`, `app/${name}.mjs`], folder);
  const packages = ["next", "react", "react-dom"].map((name) => `${name}@${versionOf(name)}`);
  const install = [
    "install",
    "--no-audit",
    "--no-fund",
    "--no-save",
    "--prefer-offline",
    place.tarball,
    ...packages,
  ];
  await output("npm", install, folder);
  const next = path.join(folder, "node_modules/next/dist/bin/next");
  const built = await output(process.execPath, [next, "build", `--${bundler}`], folder, environment);
  const port = await freePort();
  const server = spawn(process.execPath, [next, "start", "--port", String(port)], {
    cwd: folder,
    env: environment,
    stdio: "ignore",
  });
  process.once("exit", () => server.kill());
  const base = `http://localhost:${port}`;
  for (let tries = 0; !(await fetch(base).catch(() => undefined)); tries += 1) {
    assert.ok(tries < 150 && server.exitCode === null, "Next did not start");
    await wait(200);
  }
  return { base, warnings: warningsOf(built) };
}

/** A page, a route for Node and a route for the edge, built by Next. */
export function nextRows(place) {
  return ["turbopack", "webpack"].flatMap((bundler) => {
    let starting;
    const started = () => (starting ??= start(place, bundler));
    const row = (name, found, wanted = expected) => ({
      area: "Bundlers",
      name: `Next with ${bundler}, ${name}`,
      version: versionOf("next"),
      async run() {
        const { base, warnings } = await started();
        assert.deepEqual(warnings, []);
        assert.deepEqual(await found(base), wanted);
      },
    });
    const respond = (runtime) => async (base) => (await fetch(`${base}/api/${runtime}`)).json();
    return [
      row("client", async (base) => {
        const { outcome, complaints } = await visit(base);
        assert.deepEqual(complaints, []);
        return outcome;
      }),
      row("node", respond("nodejs")),
      ...(bundler === "turbopack" ? [row("edge, without cryptography", respond("edge"), uncrypted)] : []),
    ];
  });
}
