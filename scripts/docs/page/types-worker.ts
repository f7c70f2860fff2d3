/** The worker that knows the types: the language service of TypeScript over the declarations of the package. */
import { createSystem, createVirtualTypeScriptEnvironment } from "@typescript/vfs";
import { createWorker } from "@valtown/codemirror-ts/worker";
import { expose } from "comlink";
import ts from "typescript";

/** The declarations by path, and the options for them. Set by the build. */
declare const DECLARATIONS: Readonly<Record<string, string>>;
declare const OPTIONS: ts.CompilerOptions;

/** Blocks of the documents use these names without an import. */
const GIVEN = `
declare const payments: import("payments-sdk").PaymentsClient;
declare const simulator: import("payments-sdk/simulator").Simulator;
`;

expose(
  createWorker(() => {
    const files = new Map([...Object.entries(DECLARATIONS), ["/given.d.ts", GIVEN]]);
    return createVirtualTypeScriptEnvironment(createSystem(files), ["/given.d.ts"], ts, OPTIONS);
  }),
);
