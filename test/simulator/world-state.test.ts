import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createRoutes } from "../../src/simulator/api/routes/index";
import { Service } from "../../src/simulator/api/service";
import { createDomain } from "../../src/simulator/domain/domain";
import { decode, encode } from "../../src/simulator/runtime/codec";
import { resolveOptions } from "../../src/simulator/runtime/options";
import { createRuntime } from "../../src/simulator/runtime/runtime";

const folder = fileURLToPath(new URL("../../src/simulator", import.meta.url));

/** Classes that keep something which is no part of the world, each with the reason. */
const notOfTheWorld: Record<string, string> = {
  Connections: "the sockets of this process",
  IdentityProvider: "its key comes from the seed",
  Recorder: "the request log tells what this process has seen",
  Newest: "a log that saves it",
  OptionReader: "it reads the options, before there is a world",
  RecordIndex: "a store makes it of its records",
  Router: "the routes come with the program",
  ServiceKeys: "its keys come from the seed",
  Simulator: "it holds the parts",
  Slots: "the connections of this process",
  WebhookSigner: "its key comes from the seed",
  SortedList: "a store makes it of its records",
  StateFile: "it writes down the others",
  WorldState: "it is what saves the others",
};

interface ClassInfo {
  name: string;
  /** It has a property that changes, or a collection. */
  keepsSomething: boolean;
  takesPart: boolean;
}

function isCollection({ initializer, type }: ts.PropertyDeclaration): boolean {
  const isNamedSo =
    type !== undefined &&
    ts.isTypeReferenceNode(type) &&
    ts.isIdentifier(type.typeName) &&
    ["Map", "Set"].includes(type.typeName.text);
  if (isNamedSo) return true;
  return (
    initializer !== undefined &&
    (ts.isNewExpression(initializer) ||
      ts.isArrayLiteralExpression(initializer) ||
      ts.isObjectLiteralExpression(initializer))
  );
}

function classesOf(file: string): ClassInfo[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(folder, file), "utf8"),
    ts.ScriptTarget.ES2022,
  );
  const found: ClassInfo[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node) && node.name) {
      const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => type.expression));
      const names = bases.map((base) => (ts.isIdentifier(base) ? base.text : ""));
      const properties = node.members.filter(ts.isPropertyDeclaration);
      const isReadonly = ({ modifiers }: ts.PropertyDeclaration) =>
        modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false;
      found.push({
        name: node.name.text,
        keepsSomething: properties.some((property) => !isReadonly(property) || isCollection(property)),
        takesPart: names.some((name) => name === "Store" || name === "Stateful"),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const classes = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => classesOf(file));

describe("what a snapshot saves", () => {
  it("finds the classes that keep something", () => {
    expect(classes.filter(({ keepsSomething }) => keepsSomething).length).toBeGreaterThan(10);
    expect(classes.filter(({ takesPart }) => takesPart).length).toBeGreaterThan(20);
  });

  it("includes every class that keeps something: it extends Store, or implements Stateful", () => {
    const forgotten = classes.filter(
      ({ name, keepsSomething, takesPart }) => keepsSomething && !takesPart && !(name in notOfTheWorld),
    );
    expect(forgotten.map(({ name }) => name)).toEqual([]);
  });

  it("includes an instance of each of them in every simulator", () => {
    const options = resolveOptions({});
    const runtime = createRuntime(options, () => "");
    const domain = createDomain(options, runtime);
    const service = new Service(options, runtime, createRoutes(domain), domain.tokens);
    const there = new Set([...runtime.state.parts.values()].map((part) => part.constructor.name));
    const expected = classes.filter(({ name, takesPart }) => takesPart && name !== "Store");
    expect(expected.map(({ name }) => name).filter((name) => !there.has(name))).toEqual([]);
    expect(service).toBeDefined();
  });
});

describe("the form of saved data", () => {
  const values: [string, unknown][] = [
    ["a bigint", -12345678901234567890n],
    ["bytes", new Uint8Array([0, 1, 255])],
    ["infinity", [Infinity, -Infinity, NaN]],
    ["a pattern", /^POST \/quotes/gi],
    ["a field that looks like a tag", { $bytes: "AQI=", other: { $object: [] } }],
    ["a field of a dangerous name", JSON.parse('{"__proto__": {"constructor": 1}}')],
    ["nested lists and null", { a: [1, [null, "text", { b: true }]] }],
  ];
  it.each(values)("keeps %s", (_, value) => {
    const text = JSON.stringify(encode(value));
    expect(decode(JSON.parse(text))).toEqual(value);
    expect(JSON.stringify(encode(decode(JSON.parse(text))))).toBe(text);
  });

  it.each([
    ["a function", { run: () => undefined }],
    ["an instance of a class", [new Date(0)]],
    ["a map", { map: new Map() }],
  ])("is refused for %s, so that no record can have one", (_, value) => {
    expect(() => encode(value)).toThrow(/cannot be saved: keep plain data only/);
  });
});
