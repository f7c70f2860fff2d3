/** The wire cases of an operation have every field of its request, and every field of its response that all variants have. */
import { describe, expect, it } from "vitest";
import document from "../../docs/openapi.json";
import { cases } from "./wire-cases";
import { WITNESS } from "./witness";

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** Only the newest sign-in has them. The client has no methods for it. */
const NEWEST = ["encryptedOtpBundle"];

function schemaOf({ content = {} }: Content): Schema {
  const { schema = {} } = Object.values(content)[0] ?? {};
  return resolved(schema);
}

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : ((document.components.schemas as Record<string, Schema>)[name] ?? {});
}

/** The fields of an object, with those of all variants. */
const fieldsOf = ({ properties = {}, oneOf = [], anyOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...[...oneOf, ...anyOf].flatMap((variant) => fieldsOf(resolved(variant))),
];

const without = (fields: readonly string[], given: readonly string[]) =>
  [...new Set(fields)].filter((field) => !given.includes(field) && !NEWEST.includes(field)).sort();

describe.each(WITNESS)("the cases of $name", ({ name, method, template, statuses }) => {
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  const { parameters = [], requestBody = {}, responses = {} } = paths[template]?.[method.toLowerCase()] ?? {};
  const own = cases.filter((wire) => wire.name === name);

  it("have every parameter and every field of the request", () => {
    const query = own.flatMap(({ request }) => [
      ...new URL(request.replace(/^\S+ /, ""), "https://payments.test").searchParams.keys(),
    ]);
    const asked = parameters.filter((one) => one.in === "query").map((one) => one.name);
    expect(without(asked, query)).toEqual([]);
    const sent = own.flatMap(({ body, form = [] }) => [
      ...Object.keys(Object(body) as object),
      ...form.map(([field]) => field),
    ]);
    expect(without(fieldsOf(schemaOf(requestBody)), sent)).toEqual([]);
    expect(without(sent, fieldsOf(schemaOf(requestBody)))).toEqual([]);
  });

  it("have every field of the response", () => {
    const shown = own.flatMap(({ response }) => Object.keys(Object(response) as object));
    const fields = statuses
      .filter((status) => status.startsWith("2") && !(status === "202" && statuses.length > 1))
      .flatMap((status) => Object.keys(schemaOf(responses[status] ?? {}).properties ?? {}));
    expect(without(fields, shown)).toEqual([]);
    const documented = statuses.flatMap((status) => fieldsOf(schemaOf(responses[status] ?? {})));
    expect(without(shown, documented)).toEqual([]);
  });
});
