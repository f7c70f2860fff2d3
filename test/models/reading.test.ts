import { describe, expect, it } from "vitest";
import { Page, PaymentsClient } from "payments-sdk";
import { samples } from "./samples";
import type { Sample } from "./samples";

/** Where the checks find fault with an answer; the answer itself is delivered whatever they find. */
async function faults(sample: Sample, answer: unknown): Promise<string[]> {
  const found: string[] = [];
  const payments = new PaymentsClient({
    baseUrl: "https://payments.test/api",
    clientId: "id",
    clientSecret: "secret",
    logLevel: "off",
    fetch: async () => Response.json(answer),
    hooks: { onResponseMismatch: ({ issues }) => found.push(...issues.map(({ path }) => path)) },
  });
  const result = await sample.call(payments);
  // A page is made of the answer; everything else is the answer.
  const delivered = result instanceof Page ? { data: result.data } : result;
  expect(answer).toMatchObject(JSON.parse(JSON.stringify(delivered)));
  return found;
}

type Path = (string | number)[];

/** Every member at any depth, but those inside of open ones; their discriminators are members. */
function members(sample: Sample, value: unknown = sample.answer, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const name = path.findLast((part) => typeof part === "string");
  if (name !== undefined && sample.open && name in sample.open) {
    const discriminator = sample.open[name];
    return discriminator === undefined ? [path] : [path, [...path, discriminator]];
  }
  const own = path.length === 0 ? [] : [path];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, member]) =>
      members(sample, member, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

/** A copy in which one member is another, or is missing. */
function changed(answer: unknown, path: Path, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(answer));
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
  const key = path.at(-1) ?? "";
  if (value === undefined) Reflect.deleteProperty(Object(parent), key);
  else Reflect.set(Object(parent), key, value);
  return copy;
}

const isOptional = (sample: Sample, path: Path) =>
  sample.optional.includes(String(path.at(-1))) && !sample.required?.includes(path.join("."));
const at = (sample: Sample, path: Path) =>
  path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), sample.answer);

describe.each(Object.entries(samples))("%s", (_name, sample) => {
  const named = members(sample).filter((path) => typeof path.at(-1) === "string");

  it("is read whole [GEN-10] [GEN-11] [ACC-01] [ACC-09] [QUO-01] [TRX-02] [VER-02] [BEN-02] [CRD-01] [SES-01]", async () => {
    expect(await faults(sample, sample.answer)).toEqual([]);
  });

  it("keeps members that are newer than the package, at any depth [GEN-13]", async () => {
    const grown: unknown = JSON.parse(JSON.stringify(sample.answer), (_key, value) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? { ...value, aNewMember: { deep: 1 } }
        : value,
    );
    // `faults` compares the delivered answer with the one sent.
    expect(await faults(sample, grown)).toEqual([]);
  });

  it("may lack, or have null for, exactly the optional members [GEN-13] [PAG-03]", async () => {
    for (const path of named) {
      const expected = isOptional(sample, path) ? [] : [path.join(".")];
      for (const absent of [undefined, null]) {
        // A last page has no cursor; a page that says there is more without one is another error.
        if (path[0] === "nextCursor" || (path[0] === "data" && path.length === 1)) continue;
        expect(await faults(sample, changed(sample.answer, path, absent)), path.join(".")).toEqual(expected);
      }
    }
  });

  it("is noticed when a member has another type", async () => {
    for (const path of members(sample)) {
      if (path[0] === "nextCursor" || (path[0] === "data" && path.length === 1)) continue;
      const wrong = changed(sample.answer, path, typeof at(sample, path) === "string" ? 1 : "wrong");
      const found = await faults(sample, wrong);
      expect(found.length, path.join(".")).toBeGreaterThan(0);
      expect(
        found.every((fault) => fault.startsWith(path.join("."))),
        `${path.join(".")}: ${found.join()}`,
      ).toBe(true);
    }
  });

  it("accepts any text where a value may be newer than the package [GEN-13]", async () => {
    for (const path of named) {
      if (typeof at(sample, path) !== "string") continue;
      expect(await faults(sample, changed(sample.answer, path, "__NEW__")), path.join(".")).toEqual([]);
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
    expect(await faults(sample, changed(sample.answer, path.split("."), 12.5))).toEqual([path]);
  });

  it("may be fractions where they are rates [QUO-05] [QUO-14] [BEN-04]", async () => {
    const sample = samples["Quote"];
    if (sample === undefined) throw new Error("no sample Quote");
    const rates = { ...sample.answer, exchangeRate: 0.0000123, rateDetails: { counterpartyMultiplier: 1.5 } };
    expect(await faults(sample, rates)).toEqual([]);
  });
});

describe("unions", () => {
  it("read a variant that is newer than the package [GEN-13] [ACC-18] [TRX-01]", async () => {
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
      expect(await faults(sample, { ...sample.answer, [path]: variant })).toEqual([]);
    }
  });

  it("check an incoming transaction as one, and an outgoing one as one [TRX-08] [TRX-13]", async () => {
    const incoming = samples["IncomingTransaction"];
    const outgoing = samples["OutgoingTransaction"];
    if (incoming === undefined || outgoing === undefined) throw new Error("no samples");
    expect(await faults(incoming, { ...incoming.answer, type: "OUTGOING" })).toEqual(["sentAmount"]);
    expect(
      await faults(
        outgoing,
        changed({ ...outgoing.answer, type: "INCOMING" }, ["receivedAmount"], undefined),
      ),
    ).toEqual(["receivedAmount"]);
  });
});
