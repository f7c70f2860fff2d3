import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createDocument } from "../../.ci/openapi/document";
import { operationOf } from "../resources/operations";
import { routes } from "../support/routes";
import { cases } from "../resources/wire-cases/index";

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const document = JSON.parse(
  readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"),
) as Document;

const operations = Object.entries(document.paths).flatMap(([template, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ template, verb, operation })),
);

describe("docs/openapi.json", () => {
  it("is what `npm run openapi` writes", { timeout: 120_000 }, () => {
    expect(createDocument()).toEqual(document);
  });

  it("has every route that the simulator serves, and no other", () => {
    const served = routes.map(({ method, template }) => `${method} ${template.replace(/\{\w+\}/g, "{}")}`);
    const listed = operations.map(
      ({ template, verb }) => `${verb.toUpperCase()} ${template.replace(/\{\w+\}/g, "{}")}`,
    );
    expect(listed.sort()).toEqual(served.sort());
  });

  it("has Idempotency-Key where the service reads one, and forms where it takes one", () => {
    const facts = ({ keyed = false, multipart = false }) => ({ keyed, multipart });
    for (const route of routes) {
      const operation = document.paths[route.template]?.[route.method.toLowerCase()];
      expect({
        name: `${route.method} ${route.template}`,
        keyed: operation?.parameters?.some(({ name }) => name === "Idempotency-Key") ?? false,
        multipart: operation?.requestBody?.content["multipart/form-data"] !== undefined,
      }).toEqual({ name: `${route.method} ${route.template}`, ...facts(route) });
    }
  });

  it("names each operation once", () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
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

  it("needs the fields of its kind, and a beneficiary, for an account in fiat money", () => {
    const model = ["components", "schemas", "FiatAccountInfoParams"];
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
