import { Simulator } from "payments-sdk/simulator";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";

/** What no option takes. */
const wrong: Record<string, unknown> = {
  "a symbol": Symbol("wrong"),
  "a bigint": 1n,
};

/** Every option, each with more that it does not take: the compiler holds the list complete. */
const options: Record<keyof SimulatorOptions, unknown[]> = {
  accountChecks: ["none", true],
  approvePayment: ["yes", {}],
  baseUrl: [7, "somewhere", "ftp://api.example", ""],
  bulkImportRowsPerSecond: ["many", 0],
  challengeLifetime: ["soon", -1, {}],
  customerCryptoCurrencies: ["USDC", [7], ["XXZ"]],
  delays: ["30s", [], { payout: "soon" }, { slowPayout: Symbol("wrong") }],
  environment: ["staging", 7],
  fees: [1, [], { fixed: 0.5 }, { rate: "0.1" }, { rate: Symbol("wrong") }],
  idempotencyMismatch: ["ignore", true],
  incompatibleCurrencies: ["USD", ["USD"], [[7]]],
  invitations: ["yes", 1],
  keep: [7, [], { events: "10" }, { messages: Symbol("wrong") }],
  latency: ["1s", -1, Infinity],
  logSecrets: ["yes", 1],
  maxBodyBytes: ["1 MB", -1, 0.5],
  maxDocumentBytes: ["1 MB", -1, 0.5],
  now: ["soon", {}, [], true, new Date(Number.NaN)],
  oidcIssuers: ["https://issuer.example", [7], []],
  paymentApproval: ["never", true],
  paymentApprovalTimeout: ["soon", -1, {}],
  platformCurrencies: ["USD", [7], ["XXZ"]],
  platformId: [7, {}],
  pullAccountTypes: ["USD_ACCOUNT", [7]],
  purposeRequiredCountries: ["US", [7]],
  quoteLifetime: ["soon", -1, {}],
  quoteTransactionId: ["never", true],
  rateSeed: [true, {}],
  regionCurrencies: ["US", [], { US: "USD" }, { US: [7] }, { US: ["XXZ"] }],
  regionRequired: ["US", [7]],
  requiredPayerDataFields: ["FULL_NAME", [7]],
  requireLookupId: ["yes", 1],
  requireSession: ["yes", 1],
  seed: [true, {}],
  sessionKey: ["open", true],
  sessionLifetime: ["soon", -1, {}],
  strictClientKeys: ["yes", 1],
  tokens: [{}, [7], [{}], [{ clientId: Symbol("wrong") }], [{ clientId: "a", clientSecret: 7 }]],
  umaDomain: [7, {}],
  verifyOidcToken: ["yes", {}],
  walletCurrency: [7, "XXZ"],
  webAuthn: ["localhost", [], { rpId: 7 }, { origins: "https://a.example" }, { verifier: {} }],
  webhookFetch: ["fetch", {}],
  webhookRetries: ["5s", ["soon"], [Symbol("wrong")]],
  webhookSignatureFormat: ["hex", true],
  webhookTimeout: ["1s", 0],
  webhookUrl: [7, "somewhere", "ftp://shop.example"],
};

const failureOf = (given: object): unknown => {
  try {
    return new Simulator(given);
  } catch (error) {
    return error;
  }
};

/** An error of ours: it names the option, or one inside of it, first. */
const named = (name: string) =>
  expect.objectContaining({
    name: expect.stringMatching(/^(?:Type|Range)Error$/),
    message: expect.stringMatching(new RegExp(`^\`${name}[\\w.[\\]]*\` (?:must|names)`)),
  });

describe.each(Object.entries(options))("the option `%s`", (name, more) => {
  it.each([...Object.entries(wrong), ...more.map((value, index) => [`value ${index}`, value] as const)])(
    "is named when it is %s",
    (_kind, value) => {
      expect(failureOf({ [name]: value })).toEqual(named(name));
    },
  );

  it("has its default when it is null, as when it is absent", () => {
    expect(failureOf({ [name]: null })).toBeInstanceOf(Simulator);
  });
});

it.each([null, 7, "options", [], () => {}])("options that are %j are an error that says so", (given) => {
  expect(failureOf(given as never)).toMatchObject({
    name: "TypeError",
    message: expect.stringMatching(/^`options` must be an object, got/),
  });
});

it("an error shows no secret", () => {
  for (const token of [
    { clientId: "a", clientSecret: 74_123_456 },
    { clientId: "a", clientSecret: ["74123456"] },
  ])
    expect(String(failureOf({ tokens: [token] }))).not.toContain("74123456");
  expect(String(failureOf({ baseUrl: "http://me:74123456@" }))).not.toContain("74123456");
});

it.each([Symbol("wrong"), 1n, {}, null])("the clock advances by no duration that is a %s", async (by) => {
  await expect(new Simulator({ now: 0 }).clock.advance(by as never)).rejects.toThrow(
    /^expected a duration of at least 0/,
  );
});
