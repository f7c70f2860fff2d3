import type { AccountInfoParams, PaymentsClient } from "payments-sdk";
import { accountFields, checkAccount } from "payments-sdk/forms";
import type { AccountField, AccountKindName, AccountValues } from "payments-sdk/forms";
import { beforeAll, describe, expect, it } from "vitest";
import { currencyOf } from "../support/account-examples";
import { accountFacts, accountFieldsOf } from "../support/service-facts";
import { clientOf, createSimulator } from "../support/world";

type Json = Record<string, unknown>;

const kinds = Object.keys(accountFacts.kinds) as AccountKindName[];
const required = (fields: readonly AccountField[]) => fields.filter((field) => field.required);
const namesOf = (fields: readonly AccountField[]) => fields.map(({ name }) => name).toSorted();

/** The object that a form with these fields makes from their examples. */
const filled = (fields: readonly AccountField[]): Json =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.fields === undefined ? field.example : filled(required(field.fields)),
    ]),
  );

/** An account as a form makes it. A Lightning destination has exactly one of its fields. */
function account(kind: AccountKindName, fields = required(accountFields(kind))): AccountInfoParams {
  const chosen = kind === "LIGHTNING" ? accountFields(kind).slice(0, 1) : fields;
  return { accountType: kind, ...filled(chosen) } as AccountInfoParams;
}

describe("accountFields", () => {
  let payments: PaymentsClient;
  beforeAll(() => {
    payments = clientOf(createSimulator());
  });
  const create = (kind: AccountKindName, accountInfo: AccountInfoParams) =>
    payments.platform.externalAccounts.create({ currency: currencyOf(kind), accountInfo });

  it("knows every kind of the contract", () => {
    expect(kinds).toHaveLength(42);
    for (const kind of kinds) expect(accountFields(kind)).not.toEqual([]);
  });

  it.each(kinds)("has the fields of the contract, and their formats: %s", (kind) => {
    const facts = accountFieldsOf(kind);
    const fields = accountFields(kind).filter((field) => field.fields === undefined);
    expect(namesOf(required(fields))).toEqual(Object.keys(facts.required).toSorted());
    expect(namesOf(fields)).toEqual(expect.arrayContaining(Object.keys(facts.optional)));
    for (const { name, pattern, example, options } of fields) {
      // As an `<input>` reads its attribute.
      expect(example).toMatch(new RegExp(`^(?:${pattern})$`, "v"));
      const rule = facts.required[name] ?? facts.optional[name];
      if (rule === undefined) continue; // The specification has these for USD. The contract does not.
      if (rule.values !== undefined)
        expect(options?.map(({ value }) => value).toSorted()).toEqual(rule.values.toSorted());
      if (rule.pattern !== undefined) expect(example).toMatch(new RegExp(rule.pattern, "u"));
      const [least = 0, most = Infinity] = rule.length ?? [];
      expect(example.length).toBeGreaterThanOrEqual(least);
      expect(example.length).toBeLessThanOrEqual(most);
    }
  });

  it.each(kinds)("has the fields of the beneficiary in the contract: %s", (kind) => {
    const { person } = accountFieldsOf(kind);
    for (const [type, facts] of [
      ["INDIVIDUAL", person],
      ["BUSINESS", person && accountFacts.business],
    ] as const) {
      const fields =
        accountFields(kind, { beneficiaryType: type }).find(({ name }) => name === "beneficiary")?.fields ??
        [];
      const needed = facts === undefined ? [] : ["beneficiaryType", ...facts.required];
      expect(namesOf(required(fields))).toEqual(needed.toSorted());
      expect(namesOf(fields)).toEqual(expect.arrayContaining(facts?.optional ?? []));
    }
  });

  it.each(kinds)(
    "gives a form that the service accepts, and none of its fields is needless: %s",
    async (kind) => {
      const accountInfo = account(kind);
      expect(checkAccount(kind, accountInfo as unknown as AccountValues)).toEqual({ ok: true, accountInfo });
      expect(await create(kind, accountInfo)).toMatchObject({ accountInfo: { accountType: kind } });
      if (kind.endsWith("_ACCOUNT")) {
        const business = account(kind, required(accountFields(kind, { beneficiaryType: "BUSINESS" })));
        expect(await create(kind, business)).toMatchObject({ status: expect.any(String) as string });
      }
      for (const { name } of required(accountFields(kind))) {
        const { [name]: _, ...rest } = account(kind) as unknown as Json;
        await expect(create(kind, rest as unknown as AccountInfoParams)).rejects.toMatchObject({
          code: expect.stringMatching(/INVALID_/) as string,
        });
      }
    },
  );

  it("names the nearest kind and the known beneficiary types", () => {
    const read = accountFields as (...args: unknown[]) => unknown; // Wrong on purpose.
    expect(() => read("EURO_ACCOUNT")).toThrow(
      /`kind` must be a known kind of account. Did you mean EUR_ACCOUNT\?/,
    );
    for (const kind of ["toString", undefined, "IBAN", Object.create(null)])
      expect(() => read(kind)).toThrow(
        "`kind` must be a known kind of account, such as one of `accountKindsFor`",
      );
    expect(() => read("EUR_ACCOUNT", { beneficiaryType: "PERSON" })).toThrow(
      /must be "INDIVIDUAL" or "BUSINESS"/,
    );
  });
});
