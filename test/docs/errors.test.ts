import { describe, expect, it } from "vitest";
import { adviceFor, judge, outcomeOfCall } from "../../src/core/judge";
import { incomingFailureReasons, outgoingFailureReasons } from "../../src/simulator/domain/records/payments";
import { errorCodeFacts } from "../support/service-facts";
import { filesIn, readProjectFile } from "./source-files";

const document = readProjectFile("docs/errors.md");

/** The rows of the table under a heading, as cells without backticks. */
function tableOf(heading: string): string[][] {
  const section = document.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\| (.+) \|$/gm)]
    .slice(1)
    .map(([, cells = ""]) => cells.split(" | ").map((cell) => cell.replaceAll("`", "")));
}

const PACKAGE_CODES = "export interface PaymentsErrorCodes {";
const SERVICE_CODES = "const SERVICE_ERROR_CODES = {";

/** The codes below a source line, each with its doc comment and its value. */
function codesOf(declaration: string): { code: string; meaning: string; value: string }[] {
  const [, below = ""] = readProjectFile("src/core/error-codes.ts").split(`${declaration}\n`);
  const [body = ""] = below.split("\n}");
  return [
    ...body.matchAll(/(?:\/\*\*([\s\S]*?)\*\/\s*)?\b([A-Z][A-Z\d_]+): (?:\{ status: )?"?(\w+)"?[^\n]*[;,]/g),
  ].map(([, comment = "", code = "", value = ""]) => ({
    code,
    meaning: comment.replaceAll(/\s+\*?\s*/g, " ").trim(),
    value,
  }));
}

/** A meaning as a sentence, as doc comments write it. */
const sentence = (meaning = "") =>
  `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`.replaceAll("`", "");

const shipped = filesIn(["src"]).filter(({ path }) => !path.startsWith("src/simulator/"));
const sources = shipped.filter(({ path }) => path !== "src/core/error-codes.ts");
const classes = new Map(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/export class (\w+) extends (\w*Error)\b([\s\S]*?)\n}/g)].map(
      ([, name = "", parent = "", body = ""]) => [name, { parent, body }] as const,
    ),
  ),
);

describe("docs/errors.md", () => {
  const codes = tableOf("Codes of the package");
  const statuses = tableOf("Errors of the service");

  it("lists exactly the package's codes, in order, with class and meaning", () => {
    const union = codesOf(PACKAGE_CODES);
    expect(codes.map(([code, type, meaning]) => [code, type, sentence(meaning)])).toEqual(
      union.map(({ code, value, meaning }) => [code, value, meaning.replaceAll("`", "")]),
    );
    expect(codes.length).toBeGreaterThan(20);
  });

  it("lists exactly the failure reasons, with their directions", () => {
    const reasons = tableOf("Failure reasons").map(([reason, direction]) => [reason, direction]);
    const expected = [...new Set([...incomingFailureReasons, ...outgoingFailureReasons])].map((reason) => {
      const directions = [
        ...(incomingFailureReasons.some((other) => other === reason) ? ["incoming"] : []),
        ...(outgoingFailureReasons.some((other) => other === reason) ? ["outgoing"] : []),
      ];
      return [reason, directions.length === 2 ? "both" : directions[0]];
    });
    expect(reasons).toEqual(expected.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)));
  });

  it("lists exactly the service's codes, in order, with status and meaning", () => {
    const union = codesOf(SERVICE_CODES);
    const listed = tableOf("Codes of the service");
    expect(listed.map(([code, status, meaning]) => [code, status, sentence(meaning)])).toEqual(
      union.map(({ code, value, meaning }) => [code, value, meaning.replaceAll("`", "")]),
    );
    expect(listed.length).toBeGreaterThan(60);
    for (const row of listed) {
      expect(row).toHaveLength(5);
      for (const cell of row) expect(cell).not.toBe("");
    }
  });

  it("lists the codes of the contract, by status", () => {
    const listed = codesOf(SERVICE_CODES).map(({ code, value }) => `${value} ${code}`);
    const inContract = Object.entries(errorCodeFacts).flatMap(([status, own]) =>
      own.map((code) => `${status} ${code}`),
    );
    expect(listed).toEqual(expect.arrayContaining(inContract));
  });

  it("gives each code the advice of its row [C6, C17]", () => {
    for (const [code = "", status, , advice] of tableOf("Codes of the service")) {
      const body = { status: Number(status), code, message: "refused" };
      const asked = {
        method: "POST",
        idempotencyKey: "made",
        isOwnKey: false,
        mayAct: true,
        expectsChallenge: false,
        needsSignature: false,
        carriesProof: false,
        genuine: { form: "anything" },
      } as const;
      const verdict = judge({ status: Number(status), text: "", body }, asked);
      const said = adviceFor(outcomeOfCall("not-executed", verdict, asked), verdict, asked);
      expect(`${code} ${said}${verdict.row?.temporary === true ? ", temporary" : ""}`).toBe(
        `${code} ${advice}`,
      );
    }
  });

  it("lists only codes that some error uses", () => {
    const unused = codes.filter(([code]) => !sources.some(({ text }) => text.includes(`"${code ?? ""}"`)));
    expect(unused).toEqual([]);
  });

  it("lists each code that an error class sets, beside the class", () => {
    for (const [name, { body }] of classes) {
      const own =
        /super\([\s\S]*?"([A-Z]+_[A-Z_]+|TIMEOUT)"/.exec(body)?.[1] ?? /code: "([A-Z_]+)"/.exec(body)?.[1];
      if (own === undefined) continue;
      expect(codes.filter(([code]) => code === own).map(([, type]) => type)).toEqual([name]);
    }
  });

  it("names exactly the error classes of the package", () => {
    const named = [...codes.map(([, type]) => type), ...statuses.map(([, type]) => type)];
    // Classes that extend the platform's own error never reach a caller.
    const exported = [...classes].filter(([, { parent }]) => parent !== "Error").map(([name]) => name);
    expect([...new Set(named)].sort()).toEqual(exported.sort());
    expect(exported.length).toBeGreaterThan(20);
  });

  it("gives each code a meaning, an outcome and an action", () => {
    for (const row of codes) {
      expect(row).toHaveLength(5);
      expect(row[3]).toMatch(/not-executed|executed|unknown/);
      for (const cell of row) expect(cell).not.toBe("");
    }
  });

  it("lists exactly the relay's codes, with their status", () => {
    const relay = shipped.filter(({ path }) => path.startsWith("src/relay/"));
    const made = relay.flatMap(({ text }) =>
      [...text.matchAll(/new RelayProblem\(\s*(\d{3}),\s*"([A-Z_]+)"/g)].map(
        ([, status, code]) => `${code} ${status}`,
      ),
    );
    const listed = tableOf("Codes of the relay").map(([code, status]) => `${code} ${status}`);
    expect(listed).toEqual([...new Set(made)].sort());
    expect(listed.length).toBeGreaterThan(10);
  });
});
