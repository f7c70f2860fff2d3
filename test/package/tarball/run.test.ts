import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, it } from "vitest";
import { manifest } from "../../../scripts/entries.mjs";

const consumer = inject("consumer");
const installed = path.join(consumer, "node_modules/payments-sdk");

function run(file: string, ...flags: string[]): unknown {
  copyFileSync(fileURLToPath(new URL(`../fixtures/${file}`, import.meta.url)), path.join(consumer, file));
  return JSON.parse(execFileSync(process.execPath, [...flags, file], { cwd: consumer, encoding: "utf8" }));
}

describe("the packed package", () => {
  it("contains exactly the build, the licence, the documents and the adapters", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.\w+$|LICENSE/.test(file),
    );
    expect(files).toEqual(
      expect.arrayContaining(["LICENSE", "package.json", "dist/index.js", "dist/index.cjs"]),
    );
    const build = /^dist\/(?:[\w-]+\.(?:c?js|d\.c?ts)|THIRD-PARTY-LICENSES\.txt|sbom\.cdx\.json)$/;
    const documents =
      /^(?:LICENSE|package\.json|(?:README|CHANGELOG|AGENTS|SECURITY|SKILL)\.md|llms\.txt|docs\/(?:guides\/)?[\w-]+\.md)$/;
    // `documents.test.ts` lists the examples.
    const others = files.filter((file) => !build.test(file) && !documents.test(file));
    expect(others.filter((file) => !file.startsWith("examples/"))).toEqual([]);
  });

  it("runs as ESM, and its guards recognize errors of the CommonJS copy", () => {
    expect(run("run.mjs")).toEqual({
      customer: "Customer",
      attempts: 1,
      error: "NotFoundError",
      guarded: true,
      // `instanceof` fails across two copies. The guard does not.
      sameClass: false,
      thrownByRequired: true,
    });
  });

  it("runs as CommonJS without `require` of ESM, and its entries share one copy of each class", () => {
    expect(run("run.cjs", "--no-experimental-require-module")).toEqual({
      customer: "Customer",
      attempts: 1,
      error: "NotFoundError",
      guarded: true,
      keyLength: 130,
      shared: true,
    });
  });

  it("contains every dependency in its CommonJS build", () => {
    const required = readdirSync(path.join(installed, "dist"))
      .filter((file) => file.endsWith(".cjs"))
      .flatMap((file) => [
        ...readFileSync(path.join(installed, "dist", file), "utf8").matchAll(/\brequire\("([^."][^"]*)"\)/g),
      ])
      .map(([, name]) => name);
    // These imports belong to `payments-sdk/node`, which is for Node only, `payments-sdk/react` and `payments-sdk/otel`.
    const peers = ["@opentelemetry/api", "node:buffer", "node:process", "node:zlib", "react", "undici"];
    expect([...new Set(required)].sort()).toEqual(peers);
  });

  /** Loads an entry on a platform without all of these globals, and prints its number of exports. */
  function exportsWithout(entry: string, ...missing: string[]): string {
    const program = `
      for (const name of ${JSON.stringify(missing)}) {
        Object.defineProperty(globalThis, name, { value: undefined, configurable: true });
      }
      console.log(Object.keys(require(${JSON.stringify(entry)})).length > 0);`;
    return execFileSync(process.execPath, ["--eval", program], { cwd: consumer, encoding: "utf8" }).trim();
  }
  const web = ["Request", "Response", "Headers", "FormData", "Blob", "File", "fetch", "AbortController"];
  const more = ["AbortSignal", "ReadableStream", "TextDecoder", "performance", "DOMException"];

  // ky and @noble/curves need `TextEncoder` when they load. They use no other global before the first call, so Jest's jsdom works.
  it.each(["payments-sdk", "payments-sdk/wallet"])(
    "loads %s on a platform with only `TextEncoder`",
    (entry) => {
      expect(exportsWithout(entry, ...web, ...more)).toBe("true");
    },
  );

  it.each(["payments-sdk/relay", "payments-sdk/webhooks", "payments-sdk/simulator", "payments-sdk/node"])(
    "loads %s on a platform without any of these globals",
    (entry) => {
      expect(exportsWithout(entry, ...web, ...more, "TextEncoder", "crypto")).toBe("true");
    },
  );

  it("starts the simulator from its bin", () => {
    const help = execFileSync(
      process.execPath,
      [path.join(installed, manifest.bin["payments-simulator"]), "--help"],
      { encoding: "utf8" },
    );
    expect(help).toContain("--port");
  });

  it("says at its start that nothing checks passkeys", async () => {
    const bin = path.join(installed, manifest.bin["payments-simulator"]);
    const simulator = spawn(process.execPath, [bin, "--environment", "production", "--port", "0"]);
    simulator.stdout.once("data", () => simulator.kill());
    expect(await text(simulator.stderr)).toBe(
      "payments-simulator: passkeys get a 500: to check them, run `npm install @simplewebauthn/server`\n",
    );
  });
});
