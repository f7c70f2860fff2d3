import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { accountExamples, optionalFields } from "../support/account-examples";
import type { Kind } from "../support/account-examples";
import { accountFacts, accountFieldsOf } from "../support/service-facts";

type Json = Record<string, unknown>;

/** An account as a program would write it, and whether the types should accept it. */
interface Case {
  kind: Kind;
  title: string;
  info: Json;
  compiles: boolean;
}

const without = (info: Json, field: string): Json =>
  Object.fromEntries(Object.entries(info).filter(([name]) => name !== field));

const business = { beneficiaryType: "BUSINESS", legalName: "Analytical Engines Inc." };
const example = new Map(accountExamples.map(({ kind, info }) => [kind, info as Json]));
const fieldsOf = (kind: Kind) => Object.keys({ ...example.get(kind), ...optionalFields[kind] });
const everyField = [...new Set(accountExamples.flatMap(({ kind }) => fieldsOf(kind)))];

/** Valid and invalid accounts of one kind. Each invalid account has one mistake. */
const cases: Case[] = accountExamples.flatMap(({ kind, info, isFiat }) => {
  const person = (info["beneficiary"] ?? {}) as Json;
  const right: [string, Json][] = [
    ["with the required fields", info],
    ["with all fields", { ...info, ...optionalFields[kind] }],
    ...(isFiat ? [["of a business", { ...info, beneficiary: business }] as [string, Json]] : []),
  ];
  const wrong: [string, Json][] = [
    ...Object.keys(info).flatMap((field): [string, Json][] => [
      [`without ${field}`, without(info, field)],
      [`with a number as ${field}`, { ...info, [field]: 1 }],
    ]),
    ...everyField
      .filter((field) => !fieldsOf(kind).includes(field))
      .map((field): [string, Json] => [`with ${field}, which other kinds have`, { ...info, [field]: "1" }]),
    ...Object.keys(person).map((field): [string, Json] => [
      `without ${field} of its person`,
      { ...info, beneficiary: without(person, field) },
    ]),
    ...(isFiat
      ? Object.keys(business).map((field): [string, Json] => [
          `without ${field} of its business`,
          { ...info, beneficiary: without(business, field) },
        ])
      : []),
  ];
  return [
    ...right.map(([title, sent]) => ({ kind, title, info: sent, compiles: true })),
    ...wrong.map(([title, sent]) => ({ kind, title, info: sent, compiles: false })),
  ];
});

/** The cases that compile. The compiler reads them as one file with one case per line. */
function compile(): boolean[] {
  const file = fileURLToPath(new URL("account-kinds.generated.ts", import.meta.url));
  const source = [
    'import type { AccountInfoParams } from "../../src/models/account-info";',
    ...cases.map(({ info }, index) => `export const c${index}: AccountInfoParams = ${JSON.stringify(info)};`),
  ].join("\n");
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const { readFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? source : readFile(name));
  const program = ts.createProgram([file], options, host);
  const sourceFile = program.getSourceFile(file)!;
  const wrongLines = new Set(
    [...program.getSyntacticDiagnostics(sourceFile), ...program.getSemanticDiagnostics(sourceFile)].map(
      ({ start = 0 }) => sourceFile.getLineAndCharacterOfPosition(start).line,
    ),
  );
  if (wrongLines.has(0)) throw new Error("the compiler does not find the models");
  return cases.map((_, index) => !wrongLines.has(index + 1));
}

describe("the parameters of an account", () => {
  const compiles = new Map<Case, boolean>();
  beforeAll(() => {
    compile().forEach((result, index) => compiles.set(cases[index]!, result));
  }, 180_000);

  it("have 42 kinds, and the cases cover them", () => {
    expect(accountExamples).toHaveLength(42);
    expect(accountExamples.filter(({ isFiat }) => isFiat)).toHaveLength(35);
    expect(cases.length).toBeGreaterThan(1000);
  });

  it.each(accountExamples.map(({ kind }) => kind))(
    "compile as %s for a person and a business, but not with a mistake [ACC-18, ACC-19, ACC-20, ACC-21, OP-44]",
    (kind) => {
      const own = cases.filter((one) => one.kind === kind);
      const judged = own.map((one) => `${one.title}: ${compiles.get(one) ? "compiles" : "does not compile"}`);
      expect(judged).toEqual(
        own.map(({ title, compiles: right }) => `${title}: ${right ? "compiles" : "does not compile"}`),
      );
    },
  );
});

// The cases above prove that the types require exactly the fields of the examples. These prove the same for the contract.
describe("the contract", () => {
  it("has the same kinds of account", () => {
    expect(accountExamples.map(({ kind }) => kind).toSorted()).toEqual(
      Object.keys(accountFacts.kinds).toSorted(),
    );
  });

  it.each(accountExamples)("requires the same fields and beneficiary for $kind", ({ kind, info, isFiat }) => {
    const { required, person } = accountFieldsOf(kind);
    // The contract does not say that one of the three fields is required.
    const given = Object.keys(info).filter((field) => kind !== "LIGHTNING" || field === "accountType");
    const beneficiary = isFiat ? ["beneficiary"] : [];
    expect(given.toSorted()).toEqual(["accountType", ...beneficiary, ...Object.keys(required)].toSorted());
    expect(Object.keys((info["beneficiary"] ?? {}) as Json).toSorted()).toEqual(
      person === undefined ? [] : ["beneficiaryType", ...person.required].toSorted(),
    );
  });

  it.each(accountExamples)("has the same optional fields for $kind", ({ kind }) => {
    const further = Object.keys(accountFieldsOf(kind).optional);
    const typed =
      kind === "LIGHTNING"
        ? ["invoice", "bolt12", "lightningAddress"]
        : Object.keys(optionalFields[kind] ?? {});
    expect(typed.toSorted()).toEqual(
      kind === "USD_ACCOUNT" ? ["bankAccountType", "bankName", "platformAccountId"] : further.toSorted(),
    );
  });

  it("has the same payment instructions, with the fields of the account", () => {
    const own: Partial<Record<Kind, string[]>> = {
      BRL_ACCOUNT: ["qrCode"],
      COP_ACCOUNT: ["paymentUrl"],
      LIGHTNING: ["invoice"],
    };
    for (const { kind } of accountExamples) {
      const { required, instructions } = accountFieldsOf(kind);
      expect([kind, instructions]).toEqual([kind, own[kind] ?? Object.keys(required)]);
    }
    expect(accountFacts.instructionsOnly).toEqual({
      ARS_ACCOUNT: ["accountNumber"],
      EMBEDDED_WALLET: ["payloadToSign"],
    });
  });
});
