import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { build } from "esbuild";
import { describe, expect, inject, it } from "vitest";
import { bundle } from "../../../scripts/bundle.mjs";
import { entries } from "../../../scripts/entries.mjs";

const consumer = inject("consumer");
const dist = path.join(consumer, "node_modules/payments-sdk/dist");

/** The globals that browsers and workers share, without `process`, `Buffer` and `window`. */
const webGlobals = [
  "AbortController AbortSignal atob Blob clearTimeout crypto CryptoKey DOMException fetch FormData Headers",
  "performance queueMicrotask ReadableStream Request Response setTimeout structuredClone TextDecoder TextEncoder",
  "TransformStream URL URLSearchParams console",
]
  .join(" ")
  .split(" ");

/** The code of a user's page: the client and one call. */
const client =
  'import { PaymentsClient } from "payments-sdk"; export const run = (o) => new PaymentsClient(o).customers.list();';
const everythingOf = (specifier: string) => `export * from "${specifier}";`;

/** The part of the package that a bundled file belongs to. */
const marks: Record<string, (file: string) => boolean> = {
  hpke: (file) => file.includes("node_modules/@hpke/core/"),
  p256: (file) => file.includes("node_modules/@noble/curves/"),
  passkeys: (file) => file.includes("node_modules/@simplewebauthn/"),
};
const partsIn = (files: string[]) =>
  Object.keys(marks).filter((name) => files.some((file) => marks[name]?.(file)));

/** The entries that a page or a worker may load. `payments-sdk/node` is for Node only. */
const portable = entries.filter(({ name }) => name !== "node");

describe("a bundle of the packed package", () => {
  it.each(portable)(
    "of $specifier for neutral platforms loads without process, Buffer and window",
    async ({ specifier }) => {
      const { outputFiles, warnings } = await build({
        stdin: { contents: everythingOf(specifier), resolveDir: consumer },
        bundle: true,
        write: false,
        platform: "neutral",
        mainFields: ["module", "main"],
        format: "iife",
        globalName: "loaded",
        // React reads it.
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

  it("of the client or the relay contains no code of the wallet or the simulator", async () => {
    const root = await bundle(client, consumer);
    expect(partsIn(root.files)).toEqual([]);
    const simulatorWords = ["sandbox-valid-oidc-token", "payments-simulator"];
    expect(simulatorWords.filter((word) => root.text.includes(word))).toEqual([]);

    // The client also contains no code of the transport for Node.
    const transport = ["redirects are not followed", "proxy-authorization", '"undici"'];
    expect(transport.filter((word) => root.text.includes(word))).toEqual([]);
    const node = await bundle(everythingOf("payments-sdk/node"), consumer, ["undici", "node:*"]);
    expect(transport.filter((word) => node.text.includes(word))).toEqual(transport);

    // A backend contains no code of the wallet.
    expect(partsIn((await bundle(everythingOf("payments-sdk/relay"), consumer)).files)).toEqual([]);

    const wallet = await bundle(everythingOf("payments-sdk/wallet"), consumer);
    expect(partsIn(wallet.files)).toEqual([]);
    // Code for passkeys, sealed values and signature checks loads at the first use.
    expect(partsIn(wallet.lazy.files)).toEqual(["hpke", "p256", "passkeys"]);
    const simulator = await bundle(everythingOf("payments-sdk/simulator"), consumer);
    expect(simulatorWords.filter((word) => simulator.text.includes(word))).toEqual(simulatorWords);
  });

  it("for browsers makes no function from text, which a Content-Security-Policy forbids", async () => {
    const made = /\bFunction\b/;
    const wallet = await bundle(everythingOf("payments-sdk/wallet"), consumer);
    for (const { text } of [await bundle(client, consumer), wallet, wallet.lazy])
      expect(text).not.toMatch(made);
    // The search works in minified code.
    expect((await bundle(`export const make = () => new Function("");`, consumer)).text).toMatch(made);
  });
});

/** The files that importing an entry loads, directly or through its chunks. */
function reachable(entry: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, next] of code(file).matchAll(/(?:from|import\(?|require\()\s*"\.\/([^"]+)"/g))
      // The status page names a module of its own in a text.
      if (next !== "viewer.js") visit(String(next));
  };
  visit(entry);
  return [...seen];
}

/** Code without comments, because examples in doc comments may use more names. */
const code = (file: string) =>
  readFileSync(path.join(dist, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

const nodeOnly =
  /(?:from|import|import\(|require\()\s*["']node:|(?:from|import|import\(|require\()\s*["']crypto["']|\bBuffer\b|(?<!globalThis\.)\bprocess\??\./;

/** The files of a package inside the ES modules, with the path that the bundler marks. */
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
    // The search works: it finds the built-ins of the command, which is for Node.
    expect(nodeOnly.test(code("payments-simulator.js"))).toBe(true);
  });

  it("pass only bytes to `btoa`, which fails outside Latin-1", () => {
    const calls = readdirSync(dist)
      .filter((file) => file.endsWith(".js"))
      .flatMap((file) => code(file).match(/\bbtoa\(.*/g) ?? []);
    expect(calls).toEqual(["btoa(String.fromCharCode(...bytes));"]);
  });

  it("import exactly the dependencies of package.json, and no optional peer", () => {
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

  it("contain zod once, and only its small form", () => {
    const files = carried("zod");
    expect(files.filter((file) => /classic|v3|locales/.test(file))).toEqual([]);
    expect(files).toContain("v4/mini/schemas.js");
    expect(new Set(files).size).toBe(files.length);
    // Cryptography comes from separate packages, so that users get its fixes without a release of this package.
    for (const name of ["@noble/curves", "@hpke/core", "ky"]) expect(carried(name)).toEqual([]);
  });

  it("include the licence of each bundled package, with its version", () => {
    const licences = readFileSync(path.join(dist, "THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["ky", "zod", "@noble/hashes", "@scure/base", "@hpke/core"]) {
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n\\n(?:The )?MIT License`, "im"));
    }
  });
});
