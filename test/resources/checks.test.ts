import { describe, expect, it } from "vitest";
import { argumentsWith, callMethod, METHODS, withValue } from "./methods";

function methodOf(name: string) {
  const found = METHODS.find((method) => method.name === name);
  if (found === undefined) throw new Error(`no method ${name}`);
  return found;
}

/** Calls a method with another value at one path of its parameters. */
async function callWith(name: string, path: string, value: unknown) {
  const method = methodOf(name);
  return callMethod(name, argumentsWith(method, withValue(method.params, path, value)));
}

async function expectRefusal(name: string, path: string, value: unknown, message: string): Promise<void> {
  const { error, calls } = await callWith(name, path, value);
  expect(error, `${name} with ${path} ${String(value)}`).toMatchObject({
    name: "InvalidRequestError",
    operation: name,
    outcome: "not-executed",
    issues: [{ path, message: expect.stringContaining(message) }],
  });
  expect(calls).toHaveLength(0);
}

async function expectSent(name: string, path: string, value: unknown): Promise<void> {
  const { error, calls } = await callWith(name, path, value);
  expect(error, `${name} with ${path} ${String(value)}`).toBeUndefined();
  expect(calls).toHaveLength(1);
}

const ACCOUNT = "InternalAccount or ExternalAccount";

/** Every id among parameters: its resource, and whether it is optional. */
const ids: readonly [method: string, path: string, kind: string, presence: "required" | "optional"][] = [
  ["internalAccounts.list", "customerId", "Customer", "optional"],
  ["externalAccounts.create", "customerId", "Customer", "optional"],
  ["externalAccounts.list", "customerId", "Customer", "optional"],
  ["verifications.create", "customerId", "Customer", "required"],
  ["verifications.list", "customerId", "Customer", "optional"],
  ["beneficialOwners.create", "customerId", "Customer", "required"],
  ["beneficialOwners.list", "customerId", "Customer", "required"],
  ["receivers.lookupUma", "customerId", "Customer", "optional"],
  ["receivers.lookupExternalAccount", "customerId", "Customer", "optional"],
  ["quotes.create", "source.accountId", ACCOUNT, "optional"],
  ["quotes.create", "source.customerId", "Customer", "optional"],
  ["quotes.create", "destination.accountId", ACCOUNT, "optional"],
  ["quotes.create", "lookupId", "Lookup", "optional"],
  ["transfers.in", "source.accountId", "ExternalAccount", "required"],
  ["transfers.in", "destination.accountId", "InternalAccount", "required"],
  ["transfers.out", "source.accountId", "InternalAccount", "required"],
  ["transfers.out", "destination.accountId", "ExternalAccount", "required"],
  ["transactions.list", "customerId", "Customer", "optional"],
  ["transactions.list", "accountIdentifier", ACCOUNT, "optional"],
  ["transactions.list", "senderAccountIdentifier", ACCOUNT, "optional"],
  ["transactions.list", "receiverAccountIdentifier", ACCOUNT, "optional"],
  ["documents.upload", "documentHolder", "Customer or BeneficialOwner", "required"],
  ["documents.list", "documentHolder", "Customer or BeneficialOwner", "optional"],
  ["auth.credentials.create", "accountId", "InternalAccount", "required"],
  ["auth.credentials.list", "accountId", "InternalAccount", "required"],
  ["auth.sessions.list", "accountId", "InternalAccount", "required"],
  ["crypto.estimateWithdrawalFee", "internalAccountId", "InternalAccount", "required"],
  ["sandbox.send", "quoteId", "Quote", "required"],
  ["sandbox.receiveUma", "customerId", "Customer", "optional"],
];

describe.each(ids)("%s, `%s`", (name, path, kind, presence) => {
  const expected = /^[IE]/.test(kind) ? `an ${kind}` : `a ${kind}`;

  it(`is the id of ${expected}, or of an unknown kind; ${presence}`, async () => {
    for (const prefix of kind.split(" or ")) await expectSent(name, path, `${prefix}:1`);
    await expectSent(name, path, "0195-no-prefix");
    for (const foreign of ["Session:1", "Verification:1"]) {
      await expectRefusal(name, path, foreign, `expected ${expected} id, got "${foreign}"`);
    }
    for (const invalid of [7, "", "  ", {}]) await expectRefusal(name, path, invalid, "must");
    for (const absent of [undefined, null]) {
      if (presence === "optional") await expectSent(name, path, absent);
      else await expectRefusal(name, path, absent, "must be a string");
    }
  });
});

/** Every number among parameters, with its bounds and its requirement. */
const numbers: readonly [
  string,
  string,
  least: number,
  most: number,
  "required" | "optional",
  row: string,
][] = [
  ["transfers.in", "amount", 0, Number.MAX_SAFE_INTEGER, "required", "GEN-06"],
  ["transfers.out", "amount", 0, Number.MAX_SAFE_INTEGER, "required", "GEN-06"],
  ["quotes.create", "lockedCurrencyAmount", 1, 9_000_000_000_000_000, "required", "LIM-02"],
  ["sandbox.fund", "amount", 0, Number.MAX_SAFE_INTEGER, "required", "GEN-06"],
  ["sandbox.send", "currencyAmount", 0, Number.MAX_SAFE_INTEGER, "optional", "GEN-06"],
  ["sandbox.receiveUma", "receivingCurrencyAmount", 0, Number.MAX_SAFE_INTEGER, "required", "GEN-06"],
  ["exchangeRates.list", "sendingAmount", 0, Number.MAX_SAFE_INTEGER, "optional", "GEN-06"],
  ["crypto.estimateWithdrawalFee", "amount", 0, Number.MAX_SAFE_INTEGER, "required", "GEN-06"],
  ["invitations.create", "amountToSend", 0, Number.MAX_SAFE_INTEGER, "optional", "GEN-06"],
  ["beneficialOwners.create", "ownershipPercentage", 0, 100, "optional", "LIM-03"],
  ["beneficialOwners.update", "ownershipPercentage", 0, 100, "optional", "LIM-03"],
];

describe.each(numbers)("%s, `%s`", (name, path, least, most, presence, row) => {
  it(`is a number from ${least} to ${most}; ${presence} [${row}]`, async () => {
    for (const valid of [least, least + 1, most - 1, most]) await expectSent(name, path, valid);
    for (const invalid of [least - 1, most + 1, Number.NaN, Number.POSITIVE_INFINITY, "1", 10n]) {
      await expectRefusal(name, path, invalid, `from ${least} to ${most}, got`);
    }
    if (path === "ownershipPercentage") await expectSent(name, path, 51.5);
    else await expectRefusal(name, path, 1.5, "must be an integer");
    for (const absent of [undefined, null]) {
      if (presence === "optional") await expectSent(name, path, absent);
      else await expectRefusal(name, path, absent, "must be");
    }
  });
});

describe.each([
  ["auth.credentials.challenge", "optional"],
  ["auth.credentials.verify", "required"],
  ["internalAccounts.export", "required"],
] as const)("%s, `clientPublicKey`", (name, presence) => {
  it(`is a public key in hexadecimal digits, uncompressed or compressed; ${presence} [LIM-10]`, async () => {
    for (const digits of ["0", "a", "F"]) {
      await expectSent(name, "clientPublicKey", `04${digits.repeat(128)}`);
      await expectSent(name, "clientPublicKey", `02${digits.repeat(64)}`);
      await expectSent(name, "clientPublicKey", `03${digits.repeat(64)}`);
    }
    for (const invalid of [
      `04${"0".repeat(127)}`,
      `04${"0".repeat(129)}`,
      `x04${"0".repeat(128)}`,
      `02${"0".repeat(128)}`,
      `04${"g".repeat(128)}`,
      `04${"0".repeat(64)}`,
      `02${"0".repeat(63)}`,
      `03${"0".repeat(65)}`,
      `x02${"0".repeat(64)}`,
      `01${"0".repeat(64)}`,
      `02${"g".repeat(64)}`,
      "",
      4,
    ]) {
      await expectRefusal(name, "clientPublicKey", invalid, "130 hexadecimal characters that start with 04");
    }
    if (presence === "optional") await expectSent(name, "clientPublicKey", undefined);
    else await expectRefusal(name, "clientPublicKey", undefined, "130 hexadecimal characters");
  });
});

describe("a parameter that an object inherits would not be sent, so it is refused:", () => {
  const accounts = {
    source: { accountId: "InternalAccount:1" },
    destination: { accountId: "ExternalAccount:1" },
  };
  class Payout {
    readonly source = accounts.source;
    readonly destination = accounts.destination;
    get amount() {
      return 500;
    }
  }
  class Filter {
    get customerId() {
      return "Customer:1";
    }
  }
  class NewCustomer {
    readonly customerType = "INDIVIDUAL";
    get platformCustomerId() {
      return "ada";
    }
  }
  class Info {
    readonly legalName = "Engines";
    get taxId() {
      return "12";
    }
  }
  class Side {
    readonly name = "main";
    get accountId() {
      return "InternalAccount:1";
    }
  }

  it.each([
    ["transfers.out", new Payout(), "amount"],
    ["transfers.out", { ...accounts, amount: 500, source: new Side() }, "source.accountId"],
    ["transfers.out", Object.create({ ...accounts, amount: 500 }), "source"],
    ["transactions.list", new Filter(), "customerId"],
    ["customers.findOrCreate", new NewCustomer(), "platformCustomerId"],
    ["customers.create", new NewCustomer(), "platformCustomerId"],
    ["customers.create", { customerType: "BUSINESS", businessInfo: new Info() }, "businessInfo.taxId"],
  ])("%s", async (name, params, path) => {
    const { error, calls } = await callMethod(name, [params]);
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      issues: expect.arrayContaining([{ path, message: "is inherited: pass a plain object" }]),
    });
    expect(calls).toHaveLength(0);
  });

  it("unless the object says itself what JSON has", async () => {
    class Stored extends Payout {
      toJSON() {
        return { ...accounts, amount: this.amount };
      }
    }
    const { calls } = await callMethod("transfers.out", [new Stored()]);
    expect(JSON.parse(String(calls[0]?.init.body))).toEqual({ ...accounts, amount: 500 });
  });
});

it("names every invalid parameter in one error", async () => {
  const { error } = await callMethod("transfers.in", [{ source: { accountId: "Quote:1" }, amount: -1 }]);
  expect(error).toMatchObject({
    issues: [{ path: "source.accountId" }, { path: "destination.accountId" }, { path: "amount" }],
  });
});

it.each(["", 5, {}, undefined, null])("a platformCustomerId that is %j is rejected", async (value) => {
  await expectRefusal("customers.kycLink", "platformCustomerId", value, "must be a non-empty string");
});

it.each(["", 5, {}])("a signature that is %j is rejected", async (signature) => {
  await expectRefusal("quotes.execute", "signature", signature, "must be a non-empty string");
});

it.each([
  ["customers.list", "platformCustomerId"],
  ["customers.list", "umaAddress"],
  ["transactions.list", "platformCustomerId"],
])("%s refuses an empty %s: without this filter, the list has every row", async (name, path) => {
  await expectRefusal(name, path, "", "must be a non-empty string");
  for (const value of ["ada", undefined, null]) await expectSent(name, path, value);
});
