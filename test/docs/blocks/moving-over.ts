import { readProjectFile } from "../source-files";
import type { Block } from "./extract";

const path = "docs/guides/moving-over.md";
const lines = readProjectFile(path).split("\n");

/** A row of a table: the names of the other client, and their replacement in this package. */
export interface Row {
  readonly heading: string;
  /** From 1. */
  readonly line: number;
  readonly theirs: readonly string[];
  /** Code. Empty where the row says `none`. */
  readonly ours: readonly string[];
}

const codeIn = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** The rows of the tables with a column of notes, by the heading of their section. */
export const rows: readonly Row[] = lines.flatMap((text, index) => {
  const cells = text.split("|").map((cell) => cell.trim());
  const headings = lines.slice(0, index).filter((line) => line.startsWith("#"));
  const heading = headings.at(-1)?.replace(/^#+ /, "") ?? "";
  const isRow = cells.length === 5 && !/^-+$/.test(cells[1] ?? "") && codeIn(cells[1]).length > 0;
  const theirs = codeIn(cells[1]);
  if (!isRow || theirs[0] === "stripe" || heading === "From the official client") return [];
  const ours = codeIn(cells[2]);
  if (ours.length === 0 && cells[2] !== "none") throw new Error(`${path}:${index + 1} has no code`);
  return [{ heading, line: index + 1, theirs, ours }];
});

const PREAMBLE = [
  'import * as sdk from "payments-sdk";',
  'import { nodeTransport } from "payments-sdk/node";',
  'import { verifyWebhook } from "payments-sdk/webhooks";',
  'import type { SimulatorEvent } from "payments-sdk/simulator";',
  'import { payments, simulator, baseUrl, clientId, clientSecret } from "./test/docs/blocks/names";',
  "const { PaymentsClient, responseOf } = sdk;",
  "declare const [page, list]: [sdk.Page<object>, sdk.Paginator<object>];",
  "declare const [error, event]: [sdk.ApiError, SimulatorEvent];",
  "declare const [result, rawBody, headers]: [object, string, Headers];",
  "declare const [publicKeys, options]: [string[], sdk.ClientOverrides];",
].join(" ");

/** The meaning of an expression in a table. */
function statementOf({ heading, ours }: Row): string {
  const each = (wrap: (code: string) => string) => ours.map(wrap).join(" ");
  switch (heading) {
    case "Methods":
      return each((code) => (code === "verifyWebhook" ? "void verifyWebhook;" : `void payments.${code};`));
    case "Client options":
      return each((name) => `({ ${name}: undefined }) satisfies sdk.ClientOptions;`);
    case "Call options":
      return each((name) => `"${name}" satisfies keyof sdk.RawRequestOptions;`);
    case "Errors":
      return each((name) => `void ${name.includes(".") ? name : `sdk.${name}`};`);
    case "From another payments SDK":
      return each((code) => {
        if (code.startsWith("for await")) return `${code};`;
        if (code.startsWith("{")) return `(${code}) satisfies sdk.ClientOptions & sdk.RequestOptions;`;
        return /^[A-Z]\w+$/.test(code) ? `void sdk.${code};` : `void ${code};`;
      });
    default:
      return each((code) => `void ${code};`);
  }
}

/** The rows as modules. A row with an unknown name does not compile. */
export const rowBlocks: readonly Block[] = rows
  .filter(({ ours }) => ours.length > 0)
  .map((row) => ({
    path: "moving-over.md",
    line: row.line,
    language: "ts",
    flags: [],
    code: `${PREAMBLE} ${statementOf(row)}\n`,
    copyOf: undefined,
    output: undefined,
  }));
