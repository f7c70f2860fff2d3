import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createDocument } from "../../scripts/openapi/document";
import type { Schema } from "../../scripts/openapi/schemas";
import { operationOf, WITNESS } from "../resources/witness";
import { cases } from "../resources/wire-cases/index";
import { accountFacts, errorCodeFacts } from "../support/service-facts";
import { createSimulator } from "../support/simulator";

/** A schema, or any other part of the document. */
interface Part extends Schema {
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: Part }[];
  requestBody?: { content: Record<string, { schema: Part }> };
  responses: Record<string, unknown>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Part> };
}

const document = JSON.parse(
  readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"),
) as Document;

const operations = Object.entries(document.paths).flatMap(([template, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ template, verb, operation })),
);

/** Every object and list in a value, with its path. */
function* parts(value: unknown, path = ""): Generator<[path: string, part: Part]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value as Part];
  for (const [key, inner] of Object.entries(value)) yield* parts(inner, `${path}/${key}`);
}

const all = [...parts(document)];
const { schemas } = document.components;

describe("docs/openapi.json", () => {
  it("matches the output of `npm run openapi`", { timeout: 120_000 }, () => {
    expect(createDocument()).toEqual(document);
  });

  it("has the fields of a person in one order, in a request and in a response", () => {
    const fieldsOf = (name: string) => Object.keys(schemas[name]?.properties ?? {});
    expect(fieldsOf("PersonalInfoParams")).toEqual(fieldsOf("PersonalInfo"));
    expect(fieldsOf("PersonalInfo")).toContain("lastName");
  });

  it("lists only operations that the simulator serves", async () => {
    const simulator = createSimulator();
    const { baseUrl, clientId, clientSecret } = simulator.clientOptions();
    const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
    const served: unknown[] = [];
    simulator.onExchange(({ operation }) => served.push(operation));
    for (const { template, verb } of operations) {
      const path = template.replaceAll(/\{\w+\}/g, "x");
      await simulator.fetch(`${baseUrl}${path}`, { method: verb.toUpperCase(), headers });
    }
    expect(served).not.toContain(undefined);
    expect(new Set(served).size).toBe(operations.length);
  });

  it("lists every operation of the service once, with its key header and its form", () => {
    const names = operations.map(({ operation }) => operation.operationId);
    // Only the newest service has the refresh.
    expect(names.sort()).toEqual([...WITNESS.map(({ name }) => name), "auth.sessions.refresh"].sort());
    const withHeader = operations.filter(({ operation }) =>
      operation.parameters?.some(({ name }) => name === "Idempotency-Key"),
    );
    expect(withHeader.map(({ operation }) => operation.operationId).sort()).toEqual(
      WITNESS.filter(({ isKeyed }) => isKeyed)
        .map(({ name }) => name)
        .sort(),
    );
    const withForm = operations.filter(
      ({ operation }) => operation.requestBody?.content["multipart/form-data"],
    );
    expect(withForm.map(({ operation }) => operation.operationId).sort()).toEqual([
      "customers.bulk.upload",
      "documents.replace",
      "documents.upload",
    ]);
  });

  it("has the service's requirements for an uploaded document", () => {
    const form = document.paths["/documents"]?.["post"]?.requestBody?.content["multipart/form-data"];
    expect(form?.schema).toMatchObject({
      properties: { file: { type: "string", format: "binary" }, country: { pattern: "^[A-Z]{2}$" } },
    });
    expect([...(form?.schema.required ?? [])].sort()).toEqual([
      "country",
      "documentHolder",
      "documentType",
      "file",
    ]);
  });

  it("has no empty schema", () => {
    const empty = all.filter(([, part]) => !Array.isArray(part) && Object.keys(part).length === 0);
    expect(empty).toEqual([]);
  });

  it("gives every amount the format int64", () => {
    const amounts = all.filter(
      ([path, { type }]) =>
        /(?:amount|fee|fees)$/i.test(path) &&
        [type].flat().some((one) => one === "integer" || one === "number"),
    );
    expect(amounts.length).toBeGreaterThan(20);
    expect(amounts.filter(([, { format }]) => format !== "int64")).toEqual([]);
  });

  it("gives every date-time, date and address its format", () => {
    const formats = {
      At: "date-time",
      birthDate: "date",
      email: "email",
      logoUrl: "uri",
    };
    for (const [name, format] of Object.entries(formats)) {
      const texts = all.filter(([path, { type }]) => path.endsWith(name) && [type].flat().includes("string"));
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.filter(([, part]) => part.format !== format)).toEqual([]);
    }
  });

  it("has the limits of the service", () => {
    const limitOf = (model: string, field: string) => schemas[model]?.properties?.[field];
    expect(limitOf("QuoteCreateParams", "lockedCurrencyAmount")).toMatchObject({
      minimum: 1,
      maximum: 9_000_000_000_000_000,
    });
    expect(limitOf("BeneficialOwnerCreateParams", "ownershipPercentage")).toMatchObject({
      minimum: 0,
      maximum: 100,
    });
    expect(limitOf("WalletExportParams", "clientPublicKey")).toMatchObject({
      pattern: "^04[0-9a-fA-F]{128}$",
    });
    const limits = operations.flatMap(({ operation: { parameters = [] } }) =>
      parameters.filter(({ name }) => name === "limit"),
    );
    expect(limits).toHaveLength(9);
    for (const { schema } of limits) expect(schema).toMatchObject({ minimum: 1, maximum: 100, default: 20 });
  });

  it("names the schema for every kind in a union", () => {
    const unions = all.filter(([, { oneOf }]) => oneOf?.every(({ $ref }) => $ref !== undefined));
    expect(unions.length).toBeGreaterThan(20);
    for (const [path, { oneOf = [], discriminator }] of unions) {
      const mapped = new Set(Object.values(discriminator?.mapping ?? {}));
      expect({ path, mapped: [...mapped].sort() }).toEqual({
        path,
        mapped: oneOf.map(({ $ref }) => $ref).sort(),
      });
    }
    expect(Object.keys(schemas["AccountInfoParams"]?.discriminator?.mapping ?? {}).sort()).toEqual(
      Object.keys(accountFacts.kinds).sort(),
    );
  });

  it("has the bounds of every field of every kind of account", () => {
    const mapping = schemas["AccountInfoParams"]?.discriminator?.mapping ?? {};
    for (const [kind, { required, optional }] of Object.entries(accountFacts.kinds)) {
      const schema = schemas[mapping[kind]?.split("/").at(-1) ?? ""];
      for (const [field, { length, pattern }] of Object.entries({ ...required, ...optional })) {
        const { minLength, maxLength, pattern: written } = schema?.properties?.[field] ?? {};
        expect({ kind, field, minLength, maxLength, written }).toEqual({
          kind,
          field,
          minLength: length?.[0],
          maxLength: length?.[1],
          written: pattern,
        });
      }
    }
  });

  it("has the code of every error, with the statuses of an operation", () => {
    const { responses } =
      operations.find(({ operation }) => operation.operationId === "quotes.create")?.operation ?? {};
    expect(Object.keys(responses ?? {})).toEqual([
      "201",
      "400",
      "401",
      "412",
      "424",
      "500",
      "501",
      "default",
    ]);
    for (const [status, codes] of Object.entries(errorCodeFacts)) {
      const { properties = {}, required } = schemas[`Error${status}`] ?? {};
      expect(properties["code"]?.anyOf).toEqual([{ type: "string", enum: codes }, { type: "string" }]);
      expect(required).toEqual(["status", "code", "message"]);
      expect(Object.keys(properties).includes("reason")).toBe(status === "401");
    }
  });

  it("has a payload and the signature header for each of the 28 kinds of event", () => {
    const types = Object.values(document.webhooks).flatMap(({ post }) => {
      expect(post.parameters).toMatchObject([{ name: "X-Service-Signature", in: "header", required: true }]);
      const name = post.requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
      const { $ref, const: only, enum: several } = schemas[name]?.properties?.["type"] ?? {};
      return several ?? schemas[$ref?.split("/").at(-1) ?? ""]?.enum ?? [only];
    });
    expect(types).toHaveLength(28);
    expect(new Set(types).size).toBe(28);
  });
});

describe("every example of a call", () => {
  let ajv: Ajv2020;
  beforeAll(() => {
    ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(document, "openapi");
  });

  const pointer = (...path: string[]) =>
    `openapi#/${path.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

  function errorsOf(value: unknown, ...path: string[]): unknown {
    const validate = ajv.getSchema(pointer(...path));
    if (validate === undefined) return `no schema at ${path.join(" ")}`;
    return validate(value) ? undefined : validate.errors;
  }

  it("has the fields of its kind, and a beneficiary for an account in a fiat currency", () => {
    const model = ["components", "schemas", "AccountInfoParams"];
    const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" };
    const account: Record<string, unknown> = {
      accountType: "USD_ACCOUNT",
      accountNumber: "123456789",
      routingNumber: "021000021",
      beneficiary,
    };
    expect(errorsOf(account, ...model)).toBeUndefined();
    expect(errorsOf({ ...account, accountType: "GBP_ACCOUNT" }, ...model)).toBeDefined();
    for (const field of Object.keys(account)) {
      const { [field]: _left, ...rest } = account;
      expect(errorsOf(rest, ...model)).toBeDefined();
    }
  });

  for (const {
    name,
    title,
    operation: method = name,
    request,
    body,
    form,
    response,
    status = 200,
  } of cases) {
    it(`satisfies the document: ${name}${title === undefined ? "" : `, ${title}`}`, () => {
      const [httpMethod = "", template = ""] = (operationOf(request) ?? "").split(" ");
      const verb = httpMethod.toLowerCase();
      const operation = document.paths[template]?.[verb];
      if (operation === undefined) throw new Error(`no operation for ${request}`);
      expect(operation.operationId).toBe(method);
      const at = ["paths", template, verb];
      const sent = form === undefined ? body : Object.fromEntries(form);
      const media = form === undefined ? "application/json" : "multipart/form-data";
      if (sent !== undefined) {
        expect(errorsOf(sent, ...at, "requestBody", "content", media, "schema")).toBeUndefined();
      }
      const responded = response === undefined ? "204" : String(status);
      expect(Object.keys(operation.responses)).toContain(responded);
      if (response !== undefined) {
        const content = [...at, "responses", responded, "content", "application/json", "schema"];
        expect(errorsOf(response, ...content)).toBeUndefined();
      }
    });
  }
});
