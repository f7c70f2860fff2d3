/** Runs a code block of the documents in the reader's page. The build bundles it into one file. A page loads the file at the first click. */
import * as verifier from "@simplewebauthn/server";
import inspect from "object-inspect";
import * as sdk from "payments-sdk";
import * as relay from "payments-sdk/relay";
import * as simulatorEntry from "payments-sdk/simulator";
import type { Simulator, SimulatorOptions } from "payments-sdk/simulator";
import * as wallet from "payments-sdk/wallet";
import * as webhooks from "payments-sdk/webhooks";
import { transform } from "sucrase";

/** A running program. */
export interface Program {
  /** Gets each line that the program prints. */
  readonly print: (line: string) => void;
  /** Gets each simulator that the program creates. */
  readonly onSimulator?: (simulator: Simulator) => void;
}

type Main = (...values: unknown[]) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...parameters: string[]) => Main;

/** Strings unchanged, and other values as in source code. */
const shown = (value: unknown) => (typeof value === "string" ? value : inspect(value, { depth: 4 }));

/** Converts TypeScript to CommonJS. */
function javaScriptOf(code: string): string {
  const transforms: ("typescript" | "imports")[] = ["typescript", "imports"];
  return transform(code, { transforms, disableESTransforms: true }).code.replace(/^"use strict";/, "");
}

/** A simulator that checks passkeys of this page. */
function pageSimulator(onSimulator: Program["onSimulator"]) {
  return class extends simulatorEntry.Simulator {
    constructor(options: SimulatorOptions = {}) {
      const webAuthn = {
        verifier,
        rpId: globalThis.location.hostname || "localhost",
        ...options.wallet?.webAuthn,
      };
      super({ ...options, wallet: { ...options.wallet, webAuthn } });
      onSimulator?.(this);
    }
  };
}

/** Runs TypeScript. A client without options calls a new simulator. Rejects with the program's error. */
export async function run(code: string, { print, onSimulator }: Program): Promise<void> {
  const PageSimulator = pageSimulator(onSimulator);
  let own: Simulator | undefined;
  const ownSimulator = () => (own ??= new PageSimulator({ seed: "docs" }));
  class PageClient extends sdk.PaymentsClient {
    constructor(options: sdk.ClientOptions = {}) {
      const defaults = options.fetch === undefined ? ownSimulator().clientOptions() : {};
      super({ ...defaults, dangerouslyAllowBrowser: true, ...options });
    }
  }
  const modules: Record<string, object> = {
    "payments-sdk": { ...sdk, PaymentsClient: PageClient },
    "payments-sdk/relay": relay,
    "payments-sdk/simulator": { ...simulatorEntry, Simulator: PageSimulator },
    "payments-sdk/wallet": wallet,
    "payments-sdk/webhooks": webhooks,
  };
  const require = (name: string) => {
    const found = modules[name];
    if (found === undefined) throw new Error(`This page has no module "${name}". Run this program in Node.`);
    return found;
  };
  const log = (...values: unknown[]) => print(values.map(shown).join(" "));
  const console = { ...globalThis.console, log, info: log, warn: log, error: log };
  // Blocks of the documents use these names without an import.
  const given = new Map<string, () => unknown>([
    ["simulator", ownSimulator],
    ["payments", () => new PageClient()],
  ]);
  const used = [...given].filter(([name]) => new RegExp(`\\b${name}\\b`).test(code));
  const names = ["require", "exports", "console", ...used.map(([name]) => name)];
  const values = [require, {}, console, ...used.map(([, make]) => make())];
  // A nested block, so that the program may declare the same names.
  await new AsyncFunction(...names, `"use strict"; {\n${javaScriptOf(code)}\n}`)(...values);
}

/** The text to print for an error that ended a program. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return shown(error);
  const { outcome, advice } = error as Partial<sdk.PaymentsError>;
  const facts = outcome === undefined ? "" : `\n  outcome: ${outcome}\n  advice: ${advice}`;
  return `${error.name}: ${error.message}${facts}`;
}
