import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountExamples, optionalFields } from "../support/account-examples";
import type { Json } from "../support/parts";
import { World } from "../support/world";
import { accountFacts, accountFieldsOf } from "../support/service-facts";
import type { AccountFields, TextRule } from "../support/service-facts";

const path = "/platform/external-accounts";

/** True if a text fits the contract. The service also refuses a blank text. */
function isValid({ values, pattern, length: [shortest, longest] = [0, Infinity] }: TextRule, text: string) {
  const length = [...text].length;
  return (
    text.trim() !== "" &&
    length >= shortest &&
    length <= longest &&
    (pattern === undefined || new RegExp(pattern, "u").test(text)) &&
    (values?.includes(text) ?? true)
  );
}

/** Texts similar to a valid one. The contract decides which are valid. */
function neighbours(rule: TextRule, valid: string): string[] {
  const { length: [minLength, maxLength] = [1, 40], values = [] } = rule;
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

/** In production, digits do not choose an outcome, so any valid account is accepted. */
const api = World.odd({ environment: "production", requests: { checkDigits: false } });

async function statusOf(currency: string, accountInfo: Json): Promise<number> {
  return (await api.post(path, { currency, accountInfo })).status;
}

const rulesOf = ({ required, optional }: AccountFields): [string, TextRule][] =>
  Object.entries({ ...required, ...optional });

const beneficiaryValues: Record<string, unknown> = {
  fullName: "Ada Lovelace",
  legalName: "Analytical Engines Inc.",
  birthDate: "1815-12-10",
  nationality: "GB",
  address: { line1: "1 Main St", city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
};

const examples = accountExamples.map((example) => ({ ...example, fields: accountFieldsOf(example.kind) }));

describe("an external account in the contract", () => {
  it("has an example of each of the contract's kinds of account [OP-44]", () => {
    expect(examples.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(accountFacts.kinds).toSorted());
  });

  it.each(examples)(
    "of the kind $kind needs exactly the required fields of the contract [ACC-18, OP-44]",
    async ({ kind, info, currency, fields }) => {
      const full: Json = { ...info, ...optionalFields[kind] };
      expect(await statusOf(currency, full)).toBe(201);
      const required = [
        "accountType",
        ...Object.keys(fields.required),
        ...(fields.person ? ["beneficiary"] : []),
      ];
      for (const field of [...required, ...Object.keys(fields.optional)]) {
        if (kind === "LIGHTNING" && field !== "accountType") continue;
        const rest = Object.fromEntries(Object.entries(full).filter(([name]) => name !== field));
        const expected = required.includes(field) ? 400 : 201;
        expect([field, await statusOf(currency, rest)]).toEqual([field, expected]);
      }
    },
  );

  it.each(examples.filter(({ isFiat }) => isFiat))(
    "of the kind $kind has the rails of the contract, unless it names its own [ACC-18]",
    async ({ info, currency, fields: { rails = [] } }) => {
      const made = async (more: Json) =>
        (await api.created(path, { currency, accountInfo: { ...info, ...more } }))["accountInfo"];
      const own = { paymentRails: rails.slice(-1) };
      expect(await made({})).toEqual({ ...info, paymentRails: rails });
      expect(await made(own)).toEqual({ ...info, ...own });
    },
  );

  it.each(examples)(
    "of the kind $kind accepts exactly the formats of the contract [ACC-18, OP-44]",
    async ({ kind, info, currency, fields }) => {
      const full: Json = { ...info, ...optionalFields[kind] };
      for (const [field, rule] of rulesOf(fields)) {
        // A Lightning wallet may have only one address.
        if (!(field in full)) continue;
        expect(await statusOf(currency, { ...full, [field]: 7 })).toBe(400);
        for (const text of neighbours(rule, String(full[field]))) {
          const expected = isValid(rule, text) ? 201 : 400;
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
    "of the kind $kind accepts every text that matches a pattern of the contract [ACC-18, OP-44]",
    async ({ info, currency, fields }) => {
      for (const [field, rule] of rulesOf(fields)) {
        if (rule.pattern === undefined) continue;
        await fc.assert(
          fc.asyncProperty(fc.stringMatching(new RegExp(rule.pattern, "u")), async (text) => {
            const expected = isValid(rule, text) ? 201 : 400;
            expect(await statusOf(currency, { ...info, [field]: text })).toBe(expected);
          }),
          { numRuns: 20 },
        );
      }
    },
  );

  it.each(examples.filter(({ isFiat }) => isFiat))(
    "of the kind $kind needs the beneficiary of the contract [ACC-19, OP-44]",
    async ({ info, currency, fields: { person = { required: [], optional: [] } } }) => {
      for (const [beneficiaryType, own] of Object.entries({
        BUSINESS: accountFacts.business,
        INDIVIDUAL: person,
      })) {
        const required = ["beneficiaryType", ...own.required];
        const names = [...required, ...own.optional];
        const full: Json = {
          ...Object.fromEntries(names.map((field) => [field, beneficiaryValues[field] ?? "1"])),
          beneficiaryType,
        };
        expect(await statusOf(currency, { ...info, beneficiary: full })).toBe(201);
        for (const field of names) {
          const rest = Object.fromEntries(Object.entries(full).filter(([name]) => name !== field));
          const expected = required.includes(field) ? 400 : 201;
          expect([field, await statusOf(currency, { ...info, beneficiary: rest })]).toEqual([
            field,
            expected,
          ]);
          expect(await statusOf(currency, { ...info, beneficiary: { ...full, [field]: 7 } })).toBe(400);
        }
      }
    },
  );
});
