import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { build } from "esbuild";
import { describe, expect, inject, it } from "vitest";
import { bundle } from "../../../.ci/bundle.mjs";
import { entries } from "../../../.ci/entries.mjs";

const consumer = inject("consumer");
const dist = path.join(consumer, "node_modules/payments-sdk/dist");

/** The globals that browsers and workers share; no `process`, `Buffer` or `window`. */
const webGlobals = [
  "AbortController AbortSignal atob Blob clearTimeout crypto CryptoKey DOMException fetch FormData Headers",
  "performance queueMicrotask ReadableStream Request Response setTimeout structuredClone TextDecoder TextEncoder",
  "TransformStream URL URLSearchParams console",
]
  .join(" ")
  .split(" ");

/** What a user's page is made of: the client and one call. */
const client =
  'import { PaymentsClient } from "payments-sdk"; export const run = (o) => new PaymentsClient(o).customers.list();';
const everythingOf = (specifier: string) => `export * from "${specifier}";`;

/** Whether the ES modules carry some of a package in this file: the bundler marks it with where it is. */
const carries = (file: string, name: string) =>
  existsSync(path.join(dist, path.basename(file))) &&
  readFileSync(path.join(dist, path.basename(file)), "utf8").includes(`node_modules/${name}/`);

/** The part of the whole that a bundled file belongs to. */
const marks: Record<string, (file: string) => boolean> = {
  hpke: (file) => carries(file, "@hpke/core"),
  p256: (file) => file.includes("node_modules/@noble/curves/"),
  passkeys: (file) => file.includes("node_modules/@simplewebauthn/"),
};
const partsIn = (files: string[]) =>
  Object.keys(marks).filter((name) => files.some((file) => marks[name]?.(file)));

/** What a page or a worker may load: `payments-sdk/node` is for Node alone. */
const portable = entries.filter(({ name }) => name !== "node");

describe("a bundle of the packed package", () => {
  it.each(portable)(
    "of $specifier for no particular platform loads where there is no process, Buffer or window",
    async ({ specifier }) => {
      const { outputFiles, warnings } = await build({
        stdin: { contents: everythingOf(specifier), resolveDir: consumer },
        bundle: true,
        write: false,
        platform: "neutral",
        mainFields: ["module", "main"],
        format: "iife",
        globalName: "loaded",
        // React asks for it.
        define: { "process.env.NODE_ENV": '"production"' },
        logLevel: "silent",
      });
      expect(warnings).toEqual([]);
      const context = vm.createContext(
        Object.fromEntries(webGlobals.map((name) => [name, Reflect.get(globalThis, name)])),
      );
      vm.runInContext(outputFiles[0]?.text ?? "", context);
      expect(Object.keys(vm.runInContext("loaded", context)).length).toBeGreaterThan(0);
      expect(vm.runInContext("typeof process + typeof Buffer + typeof window", context)).toBe(
        "undefined".repeat(3),
      );
    },
  );

  it("of the client or the relay holds nothing of the wallet or the simulator; the same search finds them where they are", async () => {
    const root = await bundle(client, consumer);
    expect(partsIn(root.files)).toEqual([]);
    const simulatorWords = ["sandbox-valid-oidc-token", "payments-simulator"];
    expect(simulatorWords.filter((word) => root.text.includes(word))).toEqual([]);

    // Nor of the transport for Node.
    const transport = ["nodeFetch", "proxy-authorization", '"undici"'];
    expect(transport.filter((word) => root.text.includes(word))).toEqual([]);
    const node = await bundle(everythingOf("payments-sdk/node"), consumer, ["undici", "node:*"]);
    expect(transport.filter((word) => node.text.includes(word))).toEqual(transport);

    // A backend carries no wallet either.
    expect(partsIn((await bundle(everythingOf("payments-sdk/relay"), consumer)).files)).toEqual([]);

    const wallet = await bundle(everythingOf("payments-sdk/wallet"), consumer);
    expect(partsIn(wallet.files)).toEqual([]);
    // Nobody pays for passkeys, for opening sealed values, or for checking signatures, before the first one is used.
    expect(partsIn(wallet.lazy.files)).toEqual(["hpke", "p256", "passkeys"]);
    const simulator = await bundle(everythingOf("payments-sdk/simulator"), consumer);
    expect(simulatorWords.filter((word) => simulator.text.includes(word))).toEqual(simulatorWords);
  });
});

/** Files that an entry loads, directly or through its chunks, when it is imported. */
function reachable(entry: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, next] of code(file).matchAll(/(?:from|import\(?|require\()\s*"\.\/([^"]+)"/g))
      visit(String(next));
  };
  visit(entry);
  return [...seen];
}

/** Code without its comments: examples in doc comments may name what code may not. */
const code = (file: string) =>
  readFileSync(path.join(dist, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

const nodeOnly =
  /(?:from|import|import\(|require\()\s*["']node:|(?:from|import|import\(|require\()\s*["']crypto["']|\bBuffer\b|(?<!globalThis\.)\bprocess\??\./;

/** The files of a package that are carried within the ES modules, as the bundler marks them, each with where it is. */
const carried = (name: string) =>
  readdirSync(dist)
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) =>
      [
        ...readFileSync(path.join(dist, file), "utf8").matchAll(
          new RegExp(`^// .*node_modules/${name}/(.+)$`, "gm"),
        ),
      ].map(([, inner]) => String(inner)),
    );

describe("the built files", () => {
  it.each(portable)("of $specifier import no Node built-in, in either format", ({ name }) => {
    for (const entry of [`${name}.js`, `${name}.cjs`]) {
      const found = reachable(entry).filter((file) => nodeOnly.test(code(file)));
      expect(found).toEqual([]);
    }
    // The command is for Node, so that the search does find what is there.
    expect(nodeOnly.test(code("payments-simulator.js"))).toBe(true);
  });

  it("give `btoa` nothing but bytes and the hexadecimal digits of a stamp: it is wrong outside of Latin-1", () => {
    const calls = readdirSync(dist)
      .filter((file) => file.endsWith(".js"))
      .flatMap((file) => code(file).match(/\bbtoa\(.{20}/g) ?? []);
    expect(calls.sort()).toEqual(["btoa(Array.from(new TextE", "btoa(JSON.stringify({ pub"]);
  });

  it("import what package.json declares: every dependency, and no optional peer, which bundlers would ask for", () => {
    const imports = readdirSync(dist)
      // Users of `payments-sdk/node` have undici, those of `payments-sdk/react` React, those of `payments-sdk/otel` its API.
      .filter(
        (file) =>
          file.endsWith(".js") && !["payments-simulator.js", "node.js", "react.js", "otel.js"].includes(file),
      )
      .flatMap((file) => [
        ...code(file).matchAll(
          /^(?:import|export)\b[^"'(]*["']([^."'][^"']*)["']|\bimport\("([^."][^"]*)"\)/gm,
        ),
      ])
      .map(([, always, lazily]) => String(always ?? lazily))
      .filter((name) => !name.startsWith("node:"));
    const packages = new Set(imports.map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/")));
    const { dependencies } = JSON.parse(readFileSync(path.join(dist, "../package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect([...packages].sort()).toEqual(Object.keys(dependencies).sort());
  });

  it("carry zod once, and only its small form, so that importing the package loads a few files", () => {
    const files = carried("zod");
    expect(files.filter((file) => /classic|v3|locales/.test(file))).toEqual([]);
    expect(files).toContain("v4/mini/schemas.js");
    expect(new Set(files).size).toBe(files.length);
    // Cryptography comes from its own packages, whose corrections reach users without a release of this one; but for
    // @hpke/core, whose way to find WebCrypto has webpack warn every user.
    expect(carried("@noble/curves")).toEqual([]);
    expect(carried("@hpke/core")).not.toEqual([]);
  });

  it("pass on the licence of each package they carry", () => {
    const licences = readFileSync(path.join(dist, "THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["zod", "@noble/hashes", "@scure/base", "@hpke/core"]) {
      expect(licences).toMatch(new RegExp(`^${name}\\n\\n(?:The )?MIT License`, "im"));
    }
  });
});
