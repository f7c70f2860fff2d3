import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { asOfApril } from "../../scripts/openapi/april";
import { parseDocument } from "../../scripts/openapi/compare";
import { compareDocuments } from "../../scripts/openapi/report";
import { OPERATIONS } from "../../src/operations/all";
import { NEWEST } from "../../src/operations/newest";
import { WITNESS } from "../resources/witness";
import { bundledProgram } from "../support/bundled-program";
import type { Document } from "../../scripts/openapi/compare";

const text = { type: "string" };
const body = (schema: object) => ({ content: { "application/json": { schema } } });
const query = (name: string, more: object = {}) => ({ name, in: "query", schema: text, ...more });

/** The operations of our document. The client has no method for the refresh. */
const count = WITNESS.length + 1;

/** Those that April did not have. */
const newer = [...OPERATIONS, ...NEWEST].filter(({ since }) => since !== undefined);

const ours = {
  paths: {
    "/cards/{cardId}": { get: { operationId: "cards.retrieve", responses: { 200: body(text) } } },
    "/payments": {
      get: {
        operationId: "payments.list",
        parameters: [query("limit"), query("status", { schema: { enum: ["OPEN", "PAID"] } })],
        responses: { 200: body({ $ref: "#/components/schemas/List" }) },
      },
      post: {
        operationId: "payments.create",
        requestBody: body({
          required: ["amount", "payee"],
          properties: { amount: { type: "integer" }, payee: text, note: text },
        }),
        responses: { 201: body({ $ref: "#/components/schemas/Payment" }), 400: body(text), default: {} },
      },
    },
    "/links": { get: { operationId: "links.create", responses: { 200: {} } } },
  },
  webhooks: { paid: {}, refunded: {} },
  components: {
    schemas: {
      Payment: { required: ["id"], properties: { id: text, status: { enum: ["OPEN", "PAID"] } } },
      List: { properties: { data: { type: "array", items: { $ref: "#/components/schemas/Payment" } } } },
    },
  },
};

const theirs = {
  paths: {
    "/cards/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { operationId: "getCard", responses: { 200: body(text) } },
    },
    "/coins": {
      get: { parameters: [query("cursor")], responses: { 200: {} } },
      post: {
        parameters: [{ name: "Idempotency-Key", in: "header", required: true, schema: text }],
        requestBody: { content: { "multipart/form-data": { schema: { properties: { file: text } } } } },
        responses: { 202: body({ properties: { payloadToSign: text } }) },
      },
    },
    "/payments": {
      get: {
        parameters: [
          query("limit", { required: true }),
          query("cursor"),
          query("status", { schema: { enum: ["PAID", "HELD"] } }),
        ],
        responses: { 200: body({ $ref: "#/components/schemas/List" }) },
      },
      post: {
        requestBody: { $ref: "#/components/requestBodies/Payment" },
        responses: { 201: body({ $ref: "#/components/schemas/Payment" }), 409: body(text) },
      },
    },
  },
  webhooks: { paid: {}, held: {} },
  components: {
    requestBodies: {
      Payment: body({
        oneOf: [
          {
            required: ["amount", "kind"],
            properties: { amount: { type: "integer" }, kind: { const: "BANK" } },
          },
          {
            allOf: [{ required: ["amount"], properties: { amount: { type: "integer" } } }],
            required: ["kind"],
            properties: { kind: { const: "CARD" }, payee: { required: ["id"], properties: { id: text } } },
          },
        ],
      }),
    },
    schemas: {
      Payment: {
        properties: {
          id: text,
          status: { anyOf: [{ enum: ["OPEN", "PAID", "HELD"] }, { type: "null" }] },
          parent: { $ref: "#/components/schemas/Payment" },
        },
      },
      List: { properties: { data: { type: "array", items: { $ref: "#/components/schemas/Payment" } } } },
    },
  },
};

const compare = (left: object, right: object) => compareDocuments(left as Document, right as Document);

/** The same document with its properties in the opposite order. */
const turned = <T>(value: T): T =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : (Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, inner]) => [name, turned(inner)]),
      ) as T);

describe("npm run contract:diff", () => {
  it("lists what another document adds, removes and changes, each once, with a verdict for each method", () => {
    expect(compare(ours, theirs)).toBe(`4 operations here, 5 there: 2 new, 1 gone, 2 changed

New operations
  GET /coins [pages]
  POST /coins [key required, signed, form]

Gone operations
  GET /links (links.create)

GET /payments (payments.list)
  + query parameter cursor
  ! query parameter limit is now required
  + query parameter status may be HELD
  - query parameter status may be OPEN

POST /payments (payments.create)
  + kind (required)
  - note
  ! payee is no longer required
  + payee.id
  - status 400
  + status 409

Payment: payments.create, payments.list
  ! id may be missing
  + parent
  + status may be HELD

New webhooks
  held

Gone webhooks
  refunded

Methods
  cards.retrieve: goes on
  links.create: needs your code: the operation is gone
  payments.create: needs your code: + kind (required); - note; ! Payment.id may be missing
  payments.list: needs your code: ! query parameter limit is now required; - query parameter status may be OPEN; ! Payment.id may be missing
`);
  });

  it("returns the same text for any order of properties", () => {
    expect(compare(turned(ours), turned(theirs))).toBe(compare(ours, theirs));
  });

  it("finds no difference between a document and itself", () => {
    const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as Document;
    expect(compareDocuments(document, document)).toBe(
      `${count} operations here, ${count} there: 0 new, 0 gone, 0 changed\n`,
    );
  });

  it("tells the alternatives of a body apart", () => {
    const withKinds = (...kinds: object[]) => ({
      paths: {
        "/accounts": { post: { operationId: "accounts.create", requestBody: body({ oneOf: kinds }) } },
      },
    });
    const kind = (value: string, ...required: string[]) => ({
      required,
      properties: { kind: { const: value }, number: text, branch: text },
    });
    const before = withKinds(kind("BANK", "number"), kind("WALLET"));
    const after = withKinds(kind("BANK", "number", "branch"), kind("WALLET"), kind("CARD", "number"));
    expect(compare(before, after)).toBe(`1 operations here, 1 there: 0 new, 0 gone, 1 changed

POST /accounts (accounts.create)
  ! (BANK).branch is now required
  + kind may be CARD

Methods
  accounts.create: needs your code: ! (BANK).branch is now required
`);
  });

  it("goes on if a response lacks what was optional, and counts a new success status as a change", () => {
    const one = (responses: object) => ({ paths: { "/a": { get: { operationId: "a.get", responses } } } });
    const all = body({ required: ["id"], properties: { id: text, note: text } });
    const verdict = (left: object, right: object) => /a\.get: (.*)/.exec(compare(left, right))?.[1];
    const less = one({ 200: body({ required: ["id"], properties: { id: text } }) });
    expect(verdict(one({ 200: all }), less)).toBe("goes on");
    expect(verdict(less, one({ 200: all }))).toBe("goes on with more");
    expect(verdict(one({ 200: all }), one({ 200: all, 202: all }))).toBe("needs your code: + status 202");
    expect(verdict(one({ 200: all }), one({ 200: all, 409: all }))).toBe("goes on with more");
  });

  it("has the contract of April as its base: what our document has beyond it is new", () => {
    const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as Document;
    const text = compareDocuments(document, document, asOfApril);
    const added = newer.length;
    expect(text).toContain(`${count - added} operations here, ${count} there: ${added} new, 0 gone, `);
    const [, list = ""] = text.split("New operations\n");
    for (const { http } of newer) expect(list).toContain(`  ${http}`);
    expect(list).toContain("  POST /auth/sessions/{id}/refresh [signed]\n");
    for (const line of [
      "+ platformAccountId",
      "+ kybStatus",
      "+ encryptedOtpBundle",
      "! amount is now required",
      "+ status 400",
    ])
      expect(text).toContain(`\n  ${line}\n`);
  });

  it("has every mark of April from the member that it stands above, with resources that exist", () => {
    const files = readdirSync("src/models").map((name) => `src/models/${name}`);
    const marks = [...files, "scripts/openapi/operations.ts"].flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^ *\/\/ April: (.+)$/gm)].map(([, mark]) => mark),
    );
    const text = readFileSync("docs/openapi.json", "utf8");
    const shown = [...text.matchAll(/"x-april": "(.+)"/g)].map(([, mark = ""]) => mark);
    expect(marks.length).toBeGreaterThan(30);
    expect(new Set(shown)).toEqual(new Set(marks));
    const ids = [...text.matchAll(/"operationId": "(.+)"/g)].map(([, id = ""]) => `${id}.`);
    const named = shown
      .flatMap((mark) => mark.split("; "))
      .flatMap((mark) => / in (.+)/.exec(mark)?.[1] ?? []);
    for (const name of named.flatMap((names) => names.split(", ")))
      expect(
        ids.some((id) => id.startsWith(`${name}.`)),
        name,
      ).toBe(true);
  });

  it("refuses a mark that it does not understand", () => {
    const marked = {
      paths: {
        "/a": {
          get: {
            operationId: "a.get",
            responses: { 200: body({ properties: { id: { ...text, "x-april": "gone" } } }) },
          },
        },
      },
    };
    expect(() => compareDocuments(marked as Document, marked as Document, asOfApril)).toThrow(
      'Unknown mark of April: "gone"',
    );
  });

  it("reads YAML as it reads JSON", async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "payments-contract-")), "service.yaml");
    writeFileSync(file, stringify(theirs, { aliasDuplicateObjects: true }));
    const command = [bundledProgram("scripts/openapi/diff.ts"), file];
    const { stdout } = await promisify(execFile)(process.execPath, command);
    expect(stdout).toContain("\n  GET /coins [pages]\n");
    const document = parseDocument(readFileSync("docs/openapi.json", "utf8"));
    expect(stdout).toBe(compareDocuments(document, parseDocument(JSON.stringify(theirs)), asOfApril));
    // JSON with a space before it is read as YAML.
    expect(parseDocument(` ${JSON.stringify(theirs)}`)).toEqual(theirs);
  });

  it("names a broken reference", () => {
    const broken = {
      paths: { "/a": { get: { responses: { 200: { $ref: "#/components/responses/None" } } } } },
    };
    expect(() => compare(ours, broken)).toThrow("#/components/responses/None is not in the document");
  });
});
