import { describe, expect, it } from "vitest";
import { PaymentsClient, UnrelatedResponseError } from "payments-sdk";
import { samples } from "./samples";
import type { Sample } from "./samples";

/** The paths of the problems in a response. The response is still returned, unless a write does not recognise it. */
async function faults(sample: Sample, response: unknown): Promise<string[]> {
  const found: string[] = [];
  const payments = new PaymentsClient({
    baseUrl: "https://payments.test/api",
    clientId: "id",
    clientSecret: "74f1c9",
    logLevel: "off",
    // Otherwise the client repeats a call after an unrelated response.
    maxRetries: 0,
    fetch: async () => Response.json(response),
    hooks: { onResponseMismatch: ({ issues }) => found.push(...issues.map(({ path }) => path)) },
  });
  let result: unknown;
  try {
    result = await sample.call(payments);
  } catch (error) {
    if (!(error instanceof UnrelatedResponseError)) throw error;
    expect(error.body).toEqual(response);
    return error.issues.map(({ path }) => path);
  }
  // A list returns a page made of the response. Other calls return the response.
  const { data } = Object(result) as { data?: unknown };
  const delivered = Array.isArray(data) ? { data } : result;
  expect(response).toMatchObject(JSON.parse(JSON.stringify(delivered)));
  return found;
}

type Path = (string | number)[];

/** Members that equal those of the request. */
const IDENTITIES = ["id", "code", "accountId", "receiverUmaAddress"];

/** Every field at any depth, except inside of open objects. Discriminators of open objects count. */
function fields(sample: Sample, value: unknown = sample.response, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const name = path.findLast((part) => typeof part === "string");
  if (name !== undefined && sample.open && name in sample.open) {
    const discriminator = sample.open[name];
    return discriminator === undefined ? [path] : [path, [...path, discriminator]];
  }
  const own = path.length === 0 ? [] : [path];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, field]) =>
      fields(sample, field, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

/** A copy with one field changed or removed. */
function changed(response: unknown, path: Path, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(response));
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
  const key = path.at(-1) ?? "";
  if (value === undefined) Reflect.deleteProperty(Object(parent), key);
  else Reflect.set(Object(parent), key, value);
  return copy;
}

const isOptional = (sample: Sample, path: Path) =>
  sample.optional.includes(String(path.at(-1))) && !sample.required?.includes(path.join("."));
const at = (sample: Sample, path: Path) =>
  path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), sample.response);

describe.each(Object.entries(samples))("%s", (_name, sample) => {
  const named = fields(sample).filter((path) => typeof path.at(-1) === "string");

  it("is read completely [GEN-10] [GEN-11] [ACC-01] [ACC-09] [QUO-01] [TRX-02] [VER-02] [BEN-02] [CRD-01] [SES-01]", async () => {
    expect(await faults(sample, sample.response)).toEqual([]);
  });

  it("keeps fields newer than the package at any depth [GEN-13]", async () => {
    const grown: unknown = JSON.parse(JSON.stringify(sample.response), (_key, value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? { ...value, aNewField: { deep: 1 } }
        : value,
    );
    // `faults` compares the returned response with the one sent.
    expect(await faults(sample, grown)).toEqual([]);
  });

  it("may lack, or have null for, exactly the optional fields [GEN-13] [PAG-03]", async () => {
    for (const path of named) {
      const expected = isOptional(sample, path) ? [] : [path.join(".")];
      for (const absent of [undefined, null]) {
        // The last page has no cursor. If more rows follow, a missing cursor is a different error.
        if (path[0] === "nextCursor" || (path[0] === "data" && path.length === 1)) continue;
        expect(await faults(sample, changed(sample.response, path, absent)), path.join(".")).toEqual(
          expected,
        );
      }
    }
  });

  it("is reported if a field has another type", async () => {
    for (const path of fields(sample)) {
      if (path[0] === "nextCursor" || (path[0] === "data" && path.length === 1)) continue;
      const wrong = changed(sample.response, path, typeof at(sample, path) === "string" ? 1 : "wrong");
      const found = await faults(sample, wrong);
      expect(found.length, path.join(".")).toBeGreaterThan(0);
      expect(
        found.every((fault) => fault.startsWith(path.join("."))),
        `${path.join(".")}: ${found.join()}`,
      ).toBe(true);
    }
  });

  it("accepts any text for values that may be newer than the package [GEN-13]", async () => {
    for (const path of named) {
      if (typeof at(sample, path) !== "string" || IDENTITIES.includes(path.join("."))) continue;
      expect(await faults(sample, changed(sample.response, path, "__NEW__")), path.join(".")).toEqual([]);
    }
  });
});

describe("amounts", () => {
  it.each([
    ["Quote", "totalSendingAmount"],
    ["Quote", "totalReceivingAmount"],
    ["Quote", "feesIncluded"],
    ["IncomingTransaction", "receivedAmount.amount"],
    ["OutgoingTransaction", "sentAmount.amount"],
    ["OutgoingTransaction", "fees"],
    ["InternalAccountList", "data.0.balance.amount"],
    ["UmaLookup", "supportedCurrencies.0.max"],
  ])("of %s at %s are integers [GEN-06] [QUO-04]", async (name, path) => {
    const sample = samples[name];
    if (sample === undefined) throw new Error(`no sample ${name}`);
    const found = await faults(sample, changed(sample.response, path.split("."), 12.5));
    expect(found).toContain(path);
    // The search for fractions in the response text reports only the name.
    expect(found.filter((fault) => fault !== path && fault !== path.split(".").at(-1))).toEqual([]);
  });

  it("may be fractions if they are rates [QUO-05] [QUO-14] [BEN-04]", async () => {
    const sample = samples["Quote"];
    if (sample === undefined) throw new Error("no sample Quote");
    const rates = {
      ...sample.response,
      exchangeRate: 0.0000123,
      rateDetails: { counterpartyMultiplier: 1.5 },
    };
    expect(await faults(sample, rates)).toEqual([]);
  });
});

describe("unions", () => {
  it("accept a variant newer than the package [GEN-13] [ACC-18] [TRX-01]", async () => {
    for (const [name, path] of [
      ["ExternalAccount", "accountInfo"],
      ["Quote", "source"],
      ["Quote", "destination"],
    ] as const) {
      const sample = samples[name];
      if (sample === undefined) throw new Error(`no sample ${name}`);
      const variant = {
        accountType: "NEW",
        sourceType: "NEW",
        destinationType: "NEW",
        anything: { deep: [1] },
      };
      expect(await faults(sample, { ...sample.response, [path]: variant })).toEqual([]);
    }
  });

  it.each([
    ["ExternalAccount", "accountInfo"],
    ["Quote", "paymentInstructions.0.accountOrWalletInfo"],
  ])("check that the fields of an account are texts, as the types say: %s [C20]", async (name, path) => {
    const sample = samples[name]!;
    const number = changed(sample.response, `${path}.accountNumber`.split("."), 5);
    expect(await faults(sample, number)).toEqual([`${path}.accountNumber`]);
  });

  it("check incoming and outgoing transactions by their own rules [TRX-08] [TRX-13]", async () => {
    const incoming = samples["IncomingTransaction"];
    const outgoing = samples["OutgoingTransaction"];
    if (incoming === undefined || outgoing === undefined) throw new Error("no samples");
    expect(await faults(incoming, { ...incoming.response, type: "OUTGOING" })).toEqual(["sentAmount"]);
    expect(
      await faults(
        outgoing,
        changed({ ...outgoing.response, type: "INCOMING" }, ["receivedAmount"], undefined),
      ),
    ).toEqual(["receivedAmount"]);
  });
});
