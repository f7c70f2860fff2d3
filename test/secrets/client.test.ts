import { inspect } from "node:util";
import type { FetchLike, Hooks, RequestOptions } from "payments-sdk";
import { PaymentsClient } from "payments-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { json } from "../core/client";
import { argumentsOf, isCompound, METHODS, methodNames } from "../resources/methods";
import type { Method } from "../resources/methods";
import { FAILURES, READ_BY_OPERATION } from "./failures";
import { ALL, CLIENT_ID, credential, everyView, expectHidden, NOTATIONS, plant, SECRETS } from "./plant";
import type { Planted } from "./plant";

const { stackTraceLimit } = Error;
// Thousands of errors show their stacks. Two lines of each are enough to find a secret in its first one.
beforeAll(() => {
  Error.stackTraceLimit = 2;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

const clientPublicKey = `04${"0".repeat(128)}`;
const accountId = "InternalAccount:1";

/** `isSigned`: only the request with the stamp fails. */
type SecretMethod = Method & { readonly isSigned?: true };

/** The methods, once for each secret that they can carry. */
const withSecrets: readonly SecretMethod[] = [
  {
    name: "auth.credentials.verify",
    id: "AuthMethod:1",
    params: { type: "EMAIL_OTP", otp: SECRETS.otp, clientPublicKey },
  },
  {
    name: "auth.credentials.verify",
    id: "AuthMethod:1",
    params: { type: "OAUTH", oidcToken: SECRETS.oidcToken, clientPublicKey },
  },
  {
    name: "auth.credentials.verify",
    id: "AuthMethod:1",
    params: {
      type: "PASSKEY",
      clientPublicKey,
      assertion: {
        credentialId: "c",
        clientDataJson: SECRETS.assertion,
        authenticatorData: SECRETS.assertion,
        signature: SECRETS.signature,
      },
    },
  },
  {
    name: "auth.credentials.create",
    params: { type: "OAUTH", accountId, oidcToken: SECRETS.oidcToken },
    isSigned: true,
  },
  { name: "quotes.execute", id: "Quote:1", params: { signature: SECRETS.stamp } },
  { name: "auth.sessions.revoke", id: "Session:1", isSigned: true },
  { name: "auth.credentials.revoke", id: "AuthMethod:1", isSigned: true },
  { name: "internalAccounts.export", id: accountId, params: { clientPublicKey }, isSigned: true },
];

/** The secrets in a call. The client can know only these by value. */
function carriedBy({ name, params, isSigned }: SecretMethod): string[] {
  const found: string[] = [];
  JSON.stringify(params, (_name, value: unknown) => {
    if (ALL.some((secret) => secret === value)) found.push(String(value));
    return value;
  });
  if (isSigned) found.push(SECRETS.stamp);
  // Methods that wait take no headers.
  if (!name.endsWith(".waitFor")) found.push(SECRETS.callHeader, SECRETS.bearer, "sEcReT-bearer-77");
  return [SECRETS.clientSecret, credential, SECRETS.cookie, SECRETS.ownHeader, ...found];
}

/** Requests a signature first. */
const signedFirst =
  (then: FetchLike): FetchLike =>
  async (url, init) =>
    new Headers(init.headers).has("service-wallet-signature")
      ? then(url, init)
      : json({ payloadToSign: "p", requestId: "Request:1", expiresAt: "2999-01-01T00:00:00Z" }, 202);

/** One failing call, and everything visible about it. */
async function seenOf(
  method: SecretMethod,
  failure: string,
  planted: Planted,
  validation: "strict" | "lenient",
) {
  const seen: string[] = [];
  const see = (event: object) => void seen.push(inspect(event, { depth: 10, showHidden: true }));
  const hooks: Hooks = {
    onRequest: see,
    onResponse: see,
    onRetry: see,
    onError: see,
    onEnd: see,
    onResponseMismatch: see,
  };
  const log = (line: string) => void seen.push(line);
  const fetch = (FAILURES[failure] ?? expect.fail(failure))(planted);
  const payments = new PaymentsClient({
    baseUrl: "https://payments.test/api",
    clientId: CLIENT_ID,
    clientSecret: SECRETS.clientSecret,
    headers: { cookie: SECRETS.cookie, "X-Own": SECRETS.ownHeader },
    fetch: method.isSigned ? signedFirst(fetch) : fetch,
    hooks,
    validation,
    timeout: failure === "no response in time" ? 1 : 5_000,
    maxRetries: 1,
    retryDelay: () => 0,
    logger: { debug: log, info: log, warn: log, error: log },
    logLevel: "debug",
  });
  const options: RequestOptions = {
    ...(method.name.endsWith(".waitFor")
      ? { totalTimeout: 3, interval: 1 }
      : { headers: { "x-call": SECRETS.callHeader, authorization: SECRETS.bearer } }),
    ...(JSON.stringify(method.params)?.includes("PASSKEY") && { requestId: "Request:1" }),
    ...(method.isSigned && { signer: { stamp: async () => SECRETS.stamp } }),
  };
  const path = method.name.split(".");
  const owner = path.slice(0, -1).reduce<object>((at, name) => Reflect.get(at, name) as object, payments);
  const run: unknown = Reflect.get(owner, path.at(-1) ?? "");
  let error: unknown;
  try {
    await Reflect.apply(run as () => unknown, owner, [...argumentsOf(method), options]);
  } catch (thrown) {
    error = thrown;
  }
  return { error, seen };
}

async function expectNothingShown(
  method: SecretMethod,
  failure: string,
  notations: string[],
  validation: "strict" | "lenient",
) {
  const planted = plant(notations, carriedBy(method));
  const { error, seen } = await seenOf(method, failure, planted, validation);
  const where = `${method.name} with ${failure}, ${notations.join(" and ")}`;
  expect(seen.length).toBeGreaterThan(0);
  expectHidden(seen.join("\n"), planted, `${where}: a hook, a line or the client`);
  if (error !== undefined) expectHidden(everyView(error), planted, `${where}: the error`);
}

const notations = Object.keys(NOTATIONS);
const failures = Object.keys(FAILURES);
/** A call without secrets of its own meets one in so many of the other failures. Each of these still meets dozens of methods. */
const SHARE = 3;

/** The failures that a method meets. The calls with secrets of their own meet all. */
const failuresOf = (method: SecretMethod, index: number) =>
  withSecrets.includes(method)
    ? failures
    : failures.filter((name, at) => READ_BY_OPERATION.includes(name) || (index + at) % SHARE === 0);

describe("the client shows no secret, even if a response repeats it in this notation", () => {
  it.each(notations)("%s [AUT-08]", async (notation) => {
    const [method] = withSecrets;
    if (method === undefined) return expect.fail("no method");
    for (const failure of failures) await expectNothingShown(method, failure, [notation], "strict");
    for (const failure of READ_BY_OPERATION) await expectNothingShown(method, failure, [notation], "lenient");
  });
});

describe("a failing operation shows no secret", () => {
  const cases = [...METHODS, ...withSecrets].map((method, index) => ({ method, index, name: method.name }));

  it.each(cases)("$name [AUT-08]", async ({ method, index }) => {
    for (const [at, failure] of failuresOf(method, index).entries()) {
      const notation = notations[(index + at) % notations.length] ?? "as it is";
      const validation = (index + at) % 2 === 0 ? "strict" : "lenient";
      await expectNothingShown(method, failure, [notation], validation);
    }
  });

  it("the client object and its parts show no secret [AUT-08]", () => {
    const payments = new PaymentsClient({
      baseUrl: "https://payments.test",
      clientId: CLIENT_ID,
      clientSecret: SECRETS.clientSecret,
      headers: { cookie: SECRETS.cookie, "x-own": SECRETS.ownHeader },
    });
    const planted = plant(Object.keys(NOTATIONS));
    for (const part of [payments, ...Object.values(payments)])
      expectHidden(everyView(part), planted, "the client");
    // The search finds a secret in a nested property.
    expect(() => expectHidden(everyView({ deep: [{ text: SECRETS.stamp }] }), planted, "x")).toThrow(
      "x shows",
    );
  });

  it("the table lists every operation", () => {
    const payments = new PaymentsClient({
      baseUrl: "https://payments.test",
      clientId: "a",
      clientSecret: "b",
    });
    const names = new Set(METHODS.map(({ name }) => name));
    expect(methodNames(payments).filter((name) => !names.has(name) && !isCompound(name))).toEqual([]);
  });
});
