/** Runs a program of the documents. It works inside the worker of the sandbox. */
import * as verifier from "@simplewebauthn/server";
import inspect from "object-inspect";
import * as sdk from "payments-sdk";
import * as forms from "payments-sdk/forms";
import * as payouts from "payments-sdk/payouts";
import * as relay from "payments-sdk/relay";
import * as simulatorEntry from "payments-sdk/simulator";
import type { Simulator, SimulatorOptions } from "payments-sdk/simulator";
import * as wallet from "payments-sdk/wallet";
import * as webhooks from "payments-sdk/webhooks";
import { transform } from "sucrase";
import { textTable } from "./text-table";

/** A running program. */
export interface Program {
  /** Gets each line that the program prints. */
  readonly print: (line: string) => void;
  /** Gets each simulator that the program creates. */
  readonly onSimulator: (simulator: Simulator) => void;
  /** The name of the page's host, for passkeys. */
  readonly hostname: string;
  /** The options of the simulator that the program does not create itself. */
  readonly own: SimulatorOptions;
}

type Main = (...values: unknown[]) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...parameters: string[]) => Main;

/** Strings unchanged, and other values as in source code. */
const shown = (value: unknown) => (typeof value === "string" ? value : inspect(value, { depth: 4 }));

/** Converts TypeScript to CommonJS. The lines stay in place. */
function javaScriptOf(code: string): string {
  const transforms: ("typescript" | "imports")[] = ["typescript", "imports"];
  return transform(code, { transforms, disableESTransforms: true }).code.replace(/^"use strict";/, "");
}

/** A simulator that checks passkeys of this page. */
function pageSimulator({ onSimulator, hostname }: Program) {
  return class extends simulatorEntry.Simulator {
    constructor(options: SimulatorOptions = {}) {
      const webAuthn = { verifier, rpId: hostname || "localhost", ...options.wallet?.webAuthn };
      super({ ...options, wallet: { ...options.wallet, webAuthn } });
      onSimulator(this);
    }
  };
}

function consoleOf(print: Program["print"]): Console {
  const log = (...values: unknown[]) => print(values.map(shown).join(" "));
  const table = (rows: unknown) => print(textTable(rows) ?? shown(rows));
  return { ...globalThis.console, log, info: log, warn: log, error: log, debug: log, table };
}

/** Runs TypeScript. A client without options calls a new simulator. Rejects with the program's error. */
export async function run(code: string, program: Program): Promise<void> {
  const PageSimulator = pageSimulator(program);
  let own: Simulator | undefined;
  const ownSimulator = () => (own ??= new PageSimulator(program.own));
  class PageClient extends sdk.PaymentsClient {
    constructor(options: sdk.ClientOptions = {}) {
      const defaults = options.fetch === undefined ? ownSimulator().clientOptions() : {};
      super({ ...defaults, dangerouslyAllowBrowser: true, ...options });
    }
  }
  const modules: Record<string, object> = {
    "payments-sdk": { ...sdk, PaymentsClient: PageClient },
    "payments-sdk/forms": forms,
    "payments-sdk/payouts": payouts,
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
  // Blocks of the documents use these names without an import. Made at the first use: most programs declare their own.
  let payments: sdk.PaymentsClient | undefined;
  Object.defineProperty(globalThis, "simulator", { get: ownSimulator });
  Object.defineProperty(globalThis, "payments", { get: () => (payments ??= new PageClient()) });
  const names = ["require", "exports", "console"];
  await compiled(names, javaScriptOf(code))(require, {}, consoleOf(program.print));
}

/** A function of a program. A nested block, so that the program may declare the same names. */
const compiled = (names: readonly string[], body: string) =>
  new AsyncFunction(...names, `"use strict"; {${body}\n}`);

/** Where engines name a line of a compiled function. */
const PLACE = /(?:<anonymous>|Function):(\d+):\d+/;

const placeIn = (stack: string | undefined) => Number(PLACE.exec(stack ?? "")?.[1] ?? Number.NaN);

/** The lines that the engine puts before a program. */
const linesBefore: Promise<number> = compiled([], "throw new Error();")().then(
  () => Number.NaN,
  (error: Error) => placeIn(error.stack) - 1,
);

/** The text to print for an error that ended a program, with the line that threw it. */
export async function explain(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return shown(error);
  const { outcome, advice } = error as Partial<sdk.PaymentsError>;
  const facts = outcome === undefined ? "" : `\n  outcome: ${outcome}\n  advice: ${advice}`;
  const line = placeIn(error.stack) - (await linesBefore);
  const place = line > 0 ? `\n  line: ${line}` : "";
  return `${error.name}: ${error.message}${facts}${place}`;
}
