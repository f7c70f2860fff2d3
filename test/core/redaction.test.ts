import { inspect } from "node:util";
import type { FetchLike, PaymentsClient } from "payments-sdk";
import { isPaymentsError } from "payments-sdk";
import { describe, expect, it } from "vitest";
import * as apiErrors from "../../src/core/api-errors";
import * as errors from "../../src/core/errors";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  createClient,
  fakeFetch,
  json,
  refusal,
  rejection,
  transfer,
} from "./client";

/** Secrets of every kind that pass through the client. No message contains their letters by chance. */
const SECRETS = {
  clientSecret: "sEcReT-client-77",
  ownHeader: "sEcReT-own-header-77",
  stamp: "sEcReT-stamp-77",
  otp: "907713",
  oidcToken: "eyJ.sEcReT-oidc-77.sig",
  assertionSignature: "sEcReT-assertion-77",
  sessionKey: "sEcReT-session-key-77",
  walletExport: "sEcReT-wallet-77",
} as const;
const credential = btoa(`${CLIENT_ID}:${SECRETS.clientSecret}`);
const ALL = [...Object.values(SECRETS), credential];

/** A value in every form that a log, a debugger or a crash report could print. */
function everyView(value: unknown): string {
  const views = [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    JSON.stringify(value) ?? "",
    String(value),
  ];
  for (let at = value; at instanceof Error; at = at.cause) views.push(at.message, at.stack ?? "");
  return views.join("\n");
}

function expectNoSecret(text: string) {
  for (const secret of ALL) expect(text).not.toContain(secret);
}

/** The text of a careless server, proxy or runtime that repeats the request. */
function repeated(url: string, init: RequestInit): string {
  return `${url} ${[...new Headers(init.headers)].join(" ")} ${String(init.body)}`;
}

it("an error of the signed request shows no stamp that the service repeats", async () => {
  const challenge = { payloadToSign: "p", requestId: "Request:1", expiresAt: "2999-01-01T00:00:00Z" };
  const fetch: FetchLike = async (url, init) =>
    new Headers(init.headers).has("service-wallet-signature")
      ? json({ code: "BAD", message: repeated(url, init) }, 400)
      : json(challenge, 202);
  const payments = createClient({ clientSecret: SECRETS.clientSecret, fetch });
  const error = await rejection(
    payments.auth.sessions.revoke("Session:1", { signer: { stamp: async () => SECRETS.stamp } }),
  );
  expect(error).toMatchObject({ name: "BadRequestError", message: expect.stringContaining("[redacted]") });
  expectNoSecret(everyView(error));
});

it.each(["INVALID", "INPUT", "INVALID_INPUT"])(
  "a listed code stays whole if a header has a part of it: %s",
  async (value) => {
    const { fetch } = fakeFetch(() => refusal(400, "INVALID_INPUT"));
    const error = await rejection(
      createClient({ fetch, headers: { "X-Env": value } }).transfers.in(transfer),
    );
    expect(error).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("failed with 400 INVALID_INPUT"),
    });
    const { fetch: other } = fakeFetch(() => refusal(400, `${value}_OF_MINE`));
    const hidden = await rejection(
      createClient({ fetch: other, headers: { "X-Env": value } }).transfers.in(transfer),
    );
    expect(hidden).toMatchObject({ code: "[redacted]_OF_MINE" });
  },
);

it("a secret that contains another secret is redacted completely", async () => {
  const { fetch } = fakeFetch(() => json({ message: `seen: ${SECRETS.clientSecret}-suffix-77` }, 400));
  const headers = { "x-own-token": `${SECRETS.clientSecret}-suffix-77` };
  const payments = createClient({ clientSecret: SECRETS.clientSecret, fetch });
  const error = await rejection(payments.transfers.in(transfer, { headers }));
  expect(error).toMatchObject({ message: expect.stringContaining("seen: [redacted]") });
  expect(everyView(error)).not.toContain("suffix-77");
});

it("a stamp that contains another secret is redacted completely", async () => {
  const stamp = `${SECRETS.ownHeader}-stamp-77`;
  const challenge = { payloadToSign: "{}", requestId: "r", expiresAt: "2999-01-01T00:00:00Z" };
  const { fetch } = fakeFetch((call) =>
    call.headers.has("service-wallet-signature")
      ? json({ message: `seen: ${stamp}` }, 400)
      : json(challenge, 202),
  );
  const payments = createClient({ fetch, headers: { "x-own-token": SECRETS.ownHeader } });
  const error = await rejection(
    payments.auth.sessions.revoke("Session:1", { signer: { stamp: () => stamp } }),
  );
  expect(error).toMatchObject({ message: expect.stringContaining("seen: [redacted]") });
  expect(everyView(error)).not.toContain("stamp-77");
});

it.each<[string, (payments: PaymentsClient) => PromiseLike<unknown>, string, string]>([
  [
    "a sealed export that breaks off",
    (payments) => payments.request("GET", "/x"),
    '{"encryptedWalletCredentials":"{\\"version\\":\\"v1\\",\\"data\\":\\"SEALED-DATA',
    "SEALED-DATA",
  ],
  [
    "a token that comes back without its scheme",
    (payments) => payments.request("GET", "/x", { headers: { authorization: "Bearer tok_live_123456789" } }),
    '{"message":"token tok_live_123456789 is not valid"}',
    "tok_live_123456789",
  ],
  [
    "a code that the caller wiped in the meantime",
    (payments) => {
      const params = { type: "EMAIL_OTP" as const, otp: "482915", clientPublicKey: `04${"a".repeat(128)}` };
      const pending = payments.auth.credentials.verify("AuthMethod:1", params);
      params.otp = "";
      return pending;
    },
    '{"message":"Invalid code 482915"}',
    "482915",
  ],
  [
    "a header that the caller replaced in the meantime",
    (payments) => {
      const headers = { "x-token": "tok_live_123456789" };
      const pending = payments.request("GET", "/x", { headers });
      headers["x-token"] = "";
      return pending;
    },
    '{"message":"token tok_live_123456789 is not valid"}',
    "tok_live_123456789",
  ],
])("%s is not shown", async (_case, call, text, secret) => {
  for (const status of [200, 401]) {
    const { fetch } = fakeFetch(() => json(status === 200 ? text.slice(0, -1) : text, status));
    const error = await rejection(call(createClient({ fetch })));
    expect(isPaymentsError(error)).toBe(true);
    expect(String(error)).not.toContain(secret);
  }
});

it("the error about a malformed header shows its name but not its value", async () => {
  const { fetch } = fakeFetch(() => json({}));
  const headers = { "x-own-token": `${SECRETS.ownHeader}\n` };
  const error = await rejection(createClient({ fetch }).transfers.in(transfer, { headers }));
  expect(error).toMatchObject({ issues: [{ path: "headers.x-own-token" }] });
  expectNoSecret(everyView(error));
});

it("the client itself shows no secret [AUT-08]", () => {
  const payments = createClient({
    clientSecret: SECRETS.clientSecret,
    headers: { "x-own-token": SECRETS.ownHeader },
  });
  expectNoSecret(everyView(payments));
  expectNoSecret(everyView(payments.quotes));
  expectNoSecret(everyView(payments.auth.credentials));
});

it("an error shows no cookie that the service sets [AUT-08]", async () => {
  const headers = { "set-cookie": "sid=sEcReT-set-cookie-77", "x-ratelimit-limit": "5" };
  const { fetch } = fakeFetch(() => json({ code: "X", message: "no" }, 400, headers));
  const error = await rejection(createClient({ fetch }).transactions.list());
  expect(error).toMatchObject({
    name: "BadRequestError",
    code: "X",
    headers: { "content-type": expect.any(String), "x-ratelimit-limit": "5" },
  });
  expect(error).not.toHaveProperty("headers.set-cookie");
  expect(everyView(error)).not.toContain("sEcReT-set-cookie-77");
});

async function errorOfSuccess(response: Response, call: "customer" | "list" = "customer"): Promise<unknown> {
  const { fetch } = fakeFetch(() => response);
  const payments = createClient({ fetch, maxRetries: 0, validation: "strict" });
  return rejection(call === "list" ? payments.customers.list() : payments.customers.retrieve("Customer:1"));
}

describe("a success that repeats the client's secret is an error without it:", () => {
  const headers = { "x-request-id": `for ${CLIENT_SECRET}` };

  it.each([
    ["as the request id of an empty body", "", "customer"],
    ["as the request id of JSON of another shape", "{}", "customer"],
    ["as the request id of a list without rows", "{}", "list"],
    ["as the name of a field with an unsafe amount", `{"${CLIENT_SECRET}":{"amount":1e300}}`, "customer"],
  ] as const)("%s", async (_case, body, call) => {
    const error = await errorOfSuccess(json(body, 200, headers), call);
    const name = call === "list" ? "UnrelatedResponseError" : "ResponseValidationError";
    expect(error).toMatchObject({ name, requestId: "for [redacted]" });
    expect(everyView(error)).not.toContain(CLIENT_SECRET);
  });

  it("as the account of another payment", async () => {
    const body = { id: "Quote:1", source: { accountId: CLIENT_SECRET }, destination: {} };
    const { fetch } = fakeFetch(() => json(body));
    const source = { sourceType: "ACCOUNT", accountId: "InternalAccount:1" } as const;
    const destination = { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" } as const;
    const params = { source, destination, lockedCurrencySide: "SENDING", lockedCurrencyAmount: 1 } as const;
    const error = await rejection(createClient({ fetch }).quotes.create(params));
    expect(error).toMatchObject({ name: "UnrelatedResponseError", outcome: "unknown" });
    expect(everyView(error)).not.toContain(CLIENT_SECRET);
  });
});

it("the transports of a passkey are no secrets, and the rest of its attestation is", async () => {
  const message = "InternalAccount:1 has the passkey cGFzc2tleQ";
  const { fetch } = fakeFetch(() => json({ code: "INVALID_INPUT", message }, 400));
  const { auth } = createClient({ fetch });
  const attestation = {
    credentialId: "cGFzc2tleQ",
    clientDataJson: "Y2xpZW50",
    attestationObject: "YXR0ZXN0",
    transports: ["internal"],
  };
  const params = {
    type: "PASSKEY",
    accountId: "InternalAccount:1",
    nickname: "Phone",
    challenge: "Y2hhbGxlbmdl",
  } as const;
  const error = await rejection(auth.credentials.create({ ...params, attestation }));
  expect(error).toMatchObject({ code: "INVALID_INPUT" });
  expect(String(error)).toContain("InternalAccount:1 has the passkey [redacted]");
});

it("a secret too long for one pattern is redacted, and the error of the response is kept", async () => {
  const signature = "a,".repeat(10_000);
  const { fetch } = fakeFetch(() => json({ code: "INVALID_INPUT", message: `got ${signature}` }, 400));
  const error = await rejection(createClient({ fetch }).quotes.execute("Quote:1", { signature }));
  expect(error).toMatchObject({ name: "BadRequestError", outcome: "not-executed" });
  expect(everyView(error)).not.toContain("a,a,");
});

it.each(["plain-SENSITIVE-secret", '{"clientId":"a","clientSecret":"SENSITIVE"%}'])(
  "a function for `credentials` that cannot read %s shows nothing of it",
  async (text) => {
    const { fetch } = fakeFetch(() => json({}));
    const payments = createClient({ fetch, credentials: async () => JSON.parse(text) });
    const error = await rejection(payments.quotes.execute("Quote:1"));
    expect(error).toMatchObject({ name: "CredentialsError", cause: { name: "SyntaxError" } });
    expect(everyView(error)).not.toContain("SENS");
  },
);

it("the last characters of a long secret are redacted, too", async () => {
  const clientSecret = `${"a1".repeat(250)}xyz`;
  const { fetch } = fakeFetch(() => json({ code: "INVALID_INPUT", message: `got ${clientSecret}!` }, 400));
  const error = await rejection(createClient({ fetch, clientSecret }).quotes.execute("Quote:1"));
  expect(String(error)).toContain("got [redacted]!");
});

it("every error class of the core occurs in test/secrets, or contains no part of the request", async () => {
  const classes = Object.values({ ...errors, ...apiErrors })
    .filter((value) => typeof value === "function" && value.prototype instanceof Error)
    .map((type) => type.name)
    .sort();
  // Add a new class to the tables above.
  expect(classes).toEqual([
    "AbortedError",
    "ApiError",
    "AuthenticationError",
    "BadRequestError",
    "ChallengeExpiredError",
    "ChallengeRepeatedError",
    "ConfigurationError",
    "ConflictError",
    "ConnectionError",
    "CredentialsError",
    "InvalidRequestError",
    "NotFoundError",
    "PaginationError",
    "PaymentsError",
    "PermissionDeniedError",
    "PlatformSignInRequiredError",
    "RateLimitError",
    "ResponseValidationError",
    "ServerError",
    "TimeoutError",
    "UnrelatedResponseError",
  ]);
  const { fetch } = fakeFetch(() => json({ data: [], hasMore: true }));
  const payments = createClient({ clientSecret: SECRETS.clientSecret, fetch });
  expectNoSecret(everyView(await rejection(payments.transactions.list())));
  const expired = fakeFetch(() =>
    json({ payloadToSign: "p", requestId: "r", expiresAt: "2000-01-01T00:00:00Z" }, 202),
  );
  const late = createClient({ clientSecret: SECRETS.clientSecret, fetch: expired.fetch });
  const error = await rejection(
    late.auth.sessions.revoke("Session:1", { signer: { stamp: async () => SECRETS.stamp } }),
  );
  expect(error).toMatchObject({ name: "ChallengeExpiredError" });
  expectNoSecret(everyView(error));
});

it("these tests notice a visible secret", () => {
  expect(() => expectNoSecret(everyView({ hidden: [SECRETS.stamp] }))).toThrow();
  expect(() => expectNoSecret(everyView(new Error("x", { cause: new Error(credential) })))).toThrow();
});
