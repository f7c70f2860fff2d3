import { Simulator } from "payments-sdk/simulator";
import type {
  SimulatorApprovalOptions,
  SimulatorCustomerOptions,
  SimulatorDelays,
  SimulatorKeep,
  SimulatorOptions,
  SimulatorPlatformOptions,
  SimulatorQuoteOptions,
  SimulatorRequestOptions,
  SimulatorWalletOptions,
  SimulatorWebhookOptions,
} from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";

/** Values that no option accepts. */
const wrong: Record<string, unknown> = {
  "a symbol": Symbol("wrong"),
  "a bigint": 1n,
};

type Wrong<Options> = Record<keyof Options, unknown[]>;

/** Every option with invalid values. The compiler keeps the lists complete. */
const options: Wrong<SimulatorOptions> = {
  environment: ["staging", 7],
  seed: [true, {}],
  now: ["soon", {}, [], true, new Date(Number.NaN)],
  latency: ["soon", -1, Infinity, "25d"],
  baseUrl: [7, "somewhere", "ftp://api.example", ""],
  tokens: [{}, [7], [{}], [{ clientId: Symbol("wrong") }], [{ clientId: "a", clientSecret: 7 }]],
  keep: [7, []],
  platform: [7, []],
  customers: [7, []],
  quotes: ["5m", []],
  delays: ["30s", []],
  approval: ["manual", []],
  wallet: [7, []],
  webhooks: ["https://shop.example", []],
  requests: [7, []],
};

const count = ["10", -1, 0.5];
const duration = ["soon", -1, {}];

const platform: Wrong<SimulatorPlatformOptions> = {
  id: [7, {}],
  currencies: ["USD", [7], ["XXZ"]],
  umaDomain: [7, {}],
};

const customers: Wrong<SimulatorCustomerOptions> = {
  regionCurrencies: ["US", [], { US: "USD" }, { US: [7] }, { US: ["XXZ"] }],
  incompatibleCurrencies: ["USD", ["USD"], [[7]]],
  regionRequired: ["US", [7]],
  cryptoCurrencies: ["USDC", [7], ["XXZ"]],
  walletCurrency: [7, "XXZ"],
  importRowsPerSecond: ["many", 0],
  invitations: ["yes", 1],
};

const quotes: Wrong<SimulatorQuoteOptions> = {
  fees: [1, [], { fixed: 0.5 }, { rate: "0.1" }, { rate: Symbol("wrong") }],
  lifetime: duration,
  transactionId: ["never", true],
  requireLookupId: ["yes", 1],
  requiredPayerDataFields: ["FULL_NAME", [7]],
  purposeRequiredCountries: ["US", [7]],
  rateSeed: [true, {}],
};

const wallet: Wrong<SimulatorWalletOptions> = {
  sessionKey: ["open", true],
  requireSession: ["yes", 1],
  strictClientKeys: ["yes", 1],
  newestAccounts: ["yes", 1],
  sessionLifetime: duration,
  oidcIssuers: ["https://issuer.example", [7], []],
  verifyOidcToken: ["yes", {}],
  webAuthn: [
    "localhost",
    [],
    { rpId: 7 },
    { origins: "https://a.example" },
    { topOrigins: "x" },
    { verifier: {} },
  ],
};

const webhooks: Wrong<SimulatorWebhookOptions> = {
  url: [7, "somewhere", "ftp://shop.example"],
  fetch: ["fetch", {}],
  retries: ["5s", ["soon"], [Symbol("wrong")]],
  timeout: ["soon", 0, "25d"],
  signatureFormat: ["hex", true],
};

const groups: Record<string, Record<string, unknown[]>> = {
  keep: {
    log: count,
    responses: count,
    challenges: count,
  } satisfies Wrong<SimulatorKeep>,
  platform,
  customers,
  quotes,
  delays: { payout: duration } satisfies Wrong<SimulatorDelays>,
  approval: {
    mode: ["never", true],
    decide: ["yes", {}],
    timeout: duration,
  } satisfies Wrong<SimulatorApprovalOptions>,
  wallet,
  webhooks,
  requests: {
    maxBodyBytes: count,
    maxDocumentBytes: count,
    idempotencyMismatch: ["ignore", true],
    keyedRefusals: ["kept", true],
    unknownFields: ["warn", true],
    accountKinds: ["MOON_ACCOUNT", [7]],
    contractChecks: ["yes", 1],
    missingAmount: ["balance", true],
    logSecrets: ["yes", 1],
  } satisfies Wrong<SimulatorRequestOptions>,
};

const rows: [path: string, given: (value: unknown) => object, values: unknown[]][] = [
  ...Object.entries(options).map(([name, values]): (typeof rows)[number] => [
    name,
    (value) => ({ [name]: value }),
    values,
  ]),
  ...Object.entries(groups).flatMap(([group, members]) =>
    Object.entries(members).map(([name, values]): (typeof rows)[number] => [
      `${group}.${name}`,
      (value) => ({ [group]: { [name]: value } }),
      values,
    ]),
  ),
];

const failureOf = (given: object): unknown => {
  try {
    return new Simulator(given);
  } catch (error) {
    return error;
  }
};

/** An error of this package that starts with the name of the option, or of one inside it. */
const named = (name: string) =>
  expect.objectContaining({
    name: expect.stringMatching(/^(?:Type|Range)Error$/),
    message: expect.stringMatching(new RegExp(`^\`${name}[\\w.[\\]]*\` (?:must|names)`)),
  });

describe.each(rows)("the option `%s`", (path, given, values) => {
  it.each([...Object.entries(wrong), ...values.map((value, index) => [`value ${index}`, value] as const)])(
    "is named in the error if it is %s",
    (_kind, value) => {
      expect(failureOf(given(value))).toEqual(named(path));
    },
  );

  it("has its default if it is null or absent", () => {
    expect(failureOf(given(null))).toBeInstanceOf(Simulator);
  });
});

it.each([null, 7, "options", [], () => {}])("options that are %j cause a clear error", (given) => {
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

it.each([Symbol("wrong"), 1n, {}, null])(
  "the clock does not advance by a duration that is a %s",
  async (by) => {
    await expect(new Simulator({ now: 0 }).clock.advance(by as never)).rejects.toThrow(
      /^expected a duration of at least 0/,
    );
  },
);
