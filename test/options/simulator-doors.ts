/** The options of the simulator, with the kind of each one, written by hand. */
import { Simulator } from "payments-sdk/simulator";
import type { ListenOptions, SimulatorOptions } from "payments-sdk/simulator";
import { expect } from "vitest";
import type {
  SimulatorApprovalOptions,
  SimulatorCustomerOptions,
  SimulatorDelays,
  SimulatorFees,
  SimulatorKeep,
  SimulatorPlatformOptions,
  SimulatorQuoteOptions,
  SimulatorRequestOptions,
  SimulatorWalletOptions,
  SimulatorWebAuthn,
  SimulatorWebhookOptions,
} from "../../src/simulator/runtime/options/simulator-options";
import type { SimulatorToken } from "../../src/simulator/runtime/options/tokens";
import type { Door } from "./doors";
import {
  all,
  callback,
  fine,
  flag,
  group,
  listOf,
  methods,
  must,
  named,
  oneOf,
  required,
  SECRET,
  text,
  texts,
} from "./kinds";
import type { Rule, Rules } from "./kinds";

const count = fine(
  must(
    "be an integer of at least 0, or Infinity, got",
    -1,
    0.5,
    "10",
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    {},
    true,
  ),
  ...[0, 1, Number.POSITIVE_INFINITY],
);
const duration = fine(
  must(
    'be a duration of at least 0, in milliseconds or as a string such as "30s", "6m", "24h" or "1d", got',
    ...["soon", "", "-1s", -1, Number.NaN, Number.POSITIVE_INFINITY, {}, [], true],
  ),
  ...[0, 1.5, "0s", "90s", "1d"],
);
/** A wait of the real clock, which one timer makes. */
const realDuration = all(duration, must("be ", "25d", 2_147_483_648));
const seed = fine(must("be a string or a number, got", true, {}, []), "a", 0);
const httpAddress = must(
  "be an http or https address without a username or password",
  ...["", "somewhere", "ftp://api.example", `http://me:${SECRET}@api.example`, 7, {}],
);

const currencies = all(texts, named(["XXZ"]));
const country = must('be a country code such as "US", got', "USA", "us", "", 7);

const token: Rule = all(
  must("be an array, got", SECRET, 7, {}),
  ...Object.entries<Rule>({
    clientId: required(must("be a non-empty string without a colon, got", "", `a:${SECRET}`, 7, {})),
    clientSecret: required(text),
    environment: oneOf("sandbox", "production"),
    name: text,
    permissions: must("be some of VIEW, TRANSACT, MANAGE, got", [], ["LOOK"], SECRET, 7),
  } satisfies Rules<SimulatorToken>).map(([name, { wrong, isRequired }]): Rule => ({
    wrong: [
      ...wrong,
      ...(isRequired === true ? [{ value: undefined, at: "", says: "`$` must be" }] : []),
    ].map(({ value, says }) => ({
      value: [{ clientId: "a", clientSecret: "b", [name]: value }],
      at: `[0].${name}`,
      says,
    })),
  })),
);

const options: Rules<SimulatorOptions> = {
  environment: oneOf("sandbox", "production"),
  seed,
  now: fine(
    must("be a valid date: ", "soon", {}, [], true, new Date(Number.NaN)),
    ...[0, new Date(0), "2026-04-27T09:00:00Z"],
  ),
  latency: realDuration,
  baseUrl: httpAddress,
  tokens: token,
  keep: group<SimulatorKeep>("keep", { log: count, responses: count, challenges: count }),
  platform: group<SimulatorPlatformOptions>("platform", { id: text, currencies, umaDomain: text }),
  customers: group<SimulatorCustomerOptions>("customers", {
    incompatibleCurrencies: all(listOf(texts, ["USD", "EUR"]), named([["USD", "XXZ"]])),
    regionRequired: currencies,
    fullVerification: flag,
    approvedOnly: flag,
  }),
  quotes: group<SimulatorQuoteOptions>("quotes", {
    fees: group<SimulatorFees>("quotes.fees", {
      fixed: fine(
        must(
          "be an integer of at least 0, in the smallest unit of the sending currency, got",
          -1,
          0.5,
          "1",
          {},
        ),
        0,
      ),
      rate: fine(
        must("be a number from 0 to 0.99999999, got", -0.1, 1, 0.999999999, "0.1", {}),
        0,
        0.99999999,
      ),
    }),
    lifetime: duration,
    requiredPayerDataFields: texts,
    purposeRequiredCountries: listOf(country, "US"),
  }),
  delays: group<SimulatorDelays>("delays", { payout: duration }),
  approval: group<SimulatorApprovalOptions>("approval", {
    mode: oneOf("automatic", "manual", "webhook"),
    decide: callback,
    timeout: duration,
  }),
  wallet: group<SimulatorWalletOptions>("wallet", {
    sessionKey: oneOf("sealed", "opaque"),
    newestAccounts: flag,
    sessionLifetime: duration,
    oidcIssuers: all(texts, { wrong: [{ value: [], at: "", says: "`$` must name at least one issuer" }] }),
    verifyOidcToken: callback,
    webAuthn: group<SimulatorWebAuthn>("wallet.webAuthn", {
      rpId: text,
      origins: texts,
      topOrigins: texts,
      verifier: methods("verifyRegistrationResponse", "verifyAuthenticationResponse"),
    }),
  }),
  webhooks: group<SimulatorWebhookOptions>("webhooks", {
    url: httpAddress,
    fetch: callback,
    retries: listOf(duration, "5s"),
    timeout: all(must("be ", 0, "0s"), { wrong: realDuration.wrong }),
  }),
  requests: group<SimulatorRequestOptions>("requests", {
    idempotencyMismatch: oneOf("replay", "reject"),
    keyedRefusals: oneOf("stored", "forgotten"),
    unknownFields: oneOf("ignore", "report", "reject"),
    accountKinds: texts,
    checkDigits: flag,
    missingAmount: oneOf("rejected", "whole-balance"),
    missingMoney: oneOf("amount-out-of-range", "insufficient-balance"),
    logSecrets: flag,
  }),
};

const refusal = () => ({ name: expect.stringMatching(/^(?:Type|Range)Error$/) as string });

export const simulatorDoors: readonly Door[] = [
  {
    owner: "the simulator",
    rules: options,
    call: (given) => new Simulator(given),
    refusal,
    withoutOptions: "fine",
  },
  {
    owner: "`listen`",
    prefix: "listen.",
    rules: {
      port: must("be a port from 0 to 65535, got", -1, 65_536, 1.5, "80", {}),
      host: text,
      statusPage: flag,
      admin: flag,
      token: must(
        "be one or more letters, digits, hyphens, dots, underscores or tildes, got",
        "",
        "a b",
        "a;b",
        7,
        {},
      ),
    } satisfies Rules<ListenOptions>,
    call: (given) => new Simulator().listen(given),
    refusal,
  },
];
