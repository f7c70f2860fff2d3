import { formatWithOptions } from "node:util";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import ts from "typescript";
import { vi } from "vitest";
import type { Block } from "./extract";

/** The time of a block's simulator. Its clock stands still. */
const NOW = "2026-11-22T09:00:00Z";

type Program = (...values: unknown[]) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...parameters: string[]) => Program;

/** The imported modules of a block, as `require` of CommonJS returns them. */
async function importsOf(code: string): Promise<(specifier: string) => unknown> {
  const { importedFiles } = ts.preProcessFile(code);
  const loaded = new Map<string, unknown>();
  for (const { fileName } of importedFiles) loaded.set(fileName, await import(/* @vite-ignore */ fileName));
  return (specifier) => loaded.get(specifier);
}

function javaScriptOf(block: Block): string {
  const { outputText } = ts.transpileModule(block.code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
    },
  });
  return outputText.replace(/^"use strict";/, "");
}

/**
 * Runs a block against a new simulator. The block finds it as a user would: in environment variables, or under the names of
 * `names.ts`.
 *
 * @returns what the block printed
 */
export async function run(block: Block): Promise<string> {
  const simulator = new Simulator({ seed: "docs", now: NOW });
  const server = await simulator.listen({ port: 0 });
  const { clientId, clientSecret } = simulator.clientOptions();
  vi.stubEnv("PAYMENTS_BASE_URL", server.url);
  vi.stubEnv("PAYMENTS_CLIENT_ID", clientId);
  vi.stubEnv("PAYMENTS_CLIENT_SECRET", clientSecret);
  vi.stubEnv("PAYMENTS_WEBHOOK_PUBLIC_KEY", simulator.webhookPublicKeyHex);
  const lines: string[] = [];
  const print = (...values: unknown[]) => void lines.push(formatWithOptions({ colors: false }, ...values));
  const payments = new PaymentsClient(simulator.clientOptions());
  const given: Record<string, unknown> = { simulator, payments, baseUrl: server.url, clientId, clientSecret };
  const own = {
    exports: {},
    require: await importsOf(block.code),
    console: { ...console, log: print, info: print, warn: print, error: print },
  };
  const values = { ...given, ...own };
  try {
    // A nested block, so that the code may declare a name that it also gets as a parameter.
    const source = `"use strict"; {\n${javaScriptOf(block)}\n}`;
    await new AsyncFunction(...Object.keys(values), source)(...Object.values(values));
    return lines.map((line) => `${line}\n`).join("");
  } finally {
    vi.unstubAllEnvs();
    await server.close();
  }
}

/** Whether an output matches the document. `…` in the document matches anything on the line. */
export function matches(output: string, shown: string): boolean {
  const pattern = shown
    .trimEnd()
    .split("…")
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[^\\n]*");
  return new RegExp(`^${pattern}$`).test(output.trimEnd());
}
