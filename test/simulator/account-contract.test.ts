import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountExamples, optionalFields } from "../support/account-examples";
import { Api } from "../support/api";
import type { Json } from "../support/api";
import { contract } from "../support/contract";
import type { Contract, Fields, Schema } from "../support/contract";

const path = "/platform/external-accounts";

/** What the contract says of a text. The service takes no blank one, of which the contract says nothing. */
function isValid(
  { enum: values, pattern, minLength = 0, maxLength = Infinity }: Schema,
  text: string,
): boolean {
  const length = [...text].length;
  return (
    text.trim() !== "" &&
    length >= minLength &&
    length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, "u").test(text)) &&
    (values?.includes(text) ?? true)
  );
}

/** Texts near a valid one: some are valid, some are not; the contract says which. */
function neighbours(schema: Schema, valid: string): string[] {
  const { minLength = 1, maxLength = 40, enum: values = [] } = schema;
  const filled = (length: number) => valid.padEnd(length, valid.at(-1) ?? "0").slice(0, Math.max(length, 0));
  return [
    ...values,
    ...values.map((value) => value.toLowerCase()),
    ...[minLength - 1, minLength, maxLength, maxLength + 1].map(filled),
    ...[minLength, maxLength, maxLength + 1].map((length) => "😀".repeat(length)),
    valid.slice(0, -1),
    `${valid}0`,
    `${valid}x`,
    `${valid}\n`,
    ` ${valid}`,
    valid.toLowerCase(),
    valid.toUpperCase(),
    valid.replace(/.$/, "é"),
    valid.replace(/^./, "-"),
    "",
    " ",
    "1",
  ];
}

/** In production no digits choose an outcome, so that a right account is accepted whatever it ends in. */
const api = Api.odd({ environment: "production" });

async function statusOf(currency: string, accountInfo: Json): Promise<number> {
  return (await api.post(path, { currency, accountInfo })).status;
}

/** The text fields of an object, but for its discriminator. */
const textFields = ({ properties }: Fields): [string, Schema][] =>
  Object.entries(properties).filter(
    ([field, { type }]) => type === "string" && field !== "accountType" && field !== "beneficiaryType",
  );

function checkAgainst(document: Contract): void {
  const variants = document.variantsOf(document.schema("ExternalAccountCreateInfoOneOf"));
  const examples = accountExamples.map((example) => {
    const variant = variants[example.kind];
    if (!variant) throw new Error(`the contract has no ${example.kind}`);
    return { ...example, variant };
  });

  it("has an example of each of the contract's kinds of account [OP-44]", () => {
    expect(examples.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(variants).toSorted());
  });

  it.each(examples)(
    "of the kind $kind needs what the contract requires and nothing else [ACC-18, OP-44]",
    async ({ kind, info, currency, variant }) => {
      const full: Json = { ...info, ...optionalFields[kind] };
      expect(await statusOf(currency, full)).toBe(201);
      for (const field of Object.keys(variant.properties)) {
        if (kind === "LIGHTNING" && field !== "accountType") continue;
        const rest = Object.fromEntries(Object.entries(full).filter(([name]) => name !== field));
        const expected = variant.required.has(field) ? 400 : 201;
        expect([field, await statusOf(currency, rest)]).toEqual([field, expected]);
      }
    },
  );

  it.each(examples)(
    "of the kind $kind has fields in the forms of the contract and no other [ACC-18, OP-44]",
    async ({ kind, info, currency, variant }) => {
      const full: Json = { ...info, ...optionalFields[kind] };
      for (const [field, schema] of textFields(variant)) {
        // Another way to reach a Lightning wallet would be a second one.
        if (!(field in full)) continue;
        expect(await statusOf(currency, { ...full, [field]: 7 })).toBe(400);
        for (const text of neighbours(schema, String(full[field]))) {
          const expected = isValid(schema, text) ? 201 : 400;
          expect([field, text, await statusOf(currency, { ...full, [field]: text })]).toEqual([
            field,
            text,
            expected,
          ]);
        }
      }
    },
  );

  it.each(examples.filter(({ isFiat }) => isFiat))(
    "of the kind $kind takes every text that fits a pattern of the contract [ACC-18, OP-44]",
    async ({ info, currency, variant }) => {
      for (const [field, schema] of textFields(variant)) {
        if (schema.pattern === undefined) continue;
        await fc.assert(
          fc.asyncProperty(fc.stringMatching(new RegExp(schema.pattern, "u")), async (text) => {
            const expected = isValid(schema, text) ? 201 : 400;
            expect(await statusOf(currency, { ...info, [field]: text })).toBe(expected);
          }),
          { numRuns: 20 },
        );
      }
    },
  );

  it.each(examples.filter(({ isFiat }) => isFiat))(
    "of the kind $kind needs the beneficiary that the contract asks for [ACC-19, OP-44]",
    async ({ info, currency, variant }) => {
      const owners = document.variantsOf(variant.properties["beneficiary"] ?? {});
      expect(Object.keys(owners).toSorted()).toEqual(["BUSINESS", "INDIVIDUAL"]);
      const samples: Record<string, unknown> = {
        fullName: "Ada Lovelace",
        legalName: "Analytical Engines Inc.",
        birthDate: "1815-12-10",
        nationality: "GB",
        address: { line1: "1 Main St", city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
      };
      for (const [beneficiaryType, { properties, required }] of Object.entries(owners)) {
        const full: Json = {
          ...Object.fromEntries(Object.keys(properties).map((field) => [field, samples[field] ?? "1"])),
          beneficiaryType,
        };
        expect(await statusOf(currency, { ...info, beneficiary: full })).toBe(201);
        for (const field of Object.keys(properties)) {
          const rest = Object.fromEntries(Object.entries(full).filter(([name]) => name !== field));
          const expected = required.has(field) ? 400 : 201;
          expect([field, await statusOf(currency, { ...info, beneficiary: rest })]).toEqual([
            field,
            expected,
          ]);
          expect(await statusOf(currency, { ...info, beneficiary: { ...full, [field]: 7 } })).toBe(400);
        }
      }
    },
  );
}

if (contract) {
  const document = contract;
  describe("an external account, as the contract describes it", () => {
    checkAgainst(document);
  });
}
