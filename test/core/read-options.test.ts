import { findPayloadToSign, isExpired, missingPayerData, PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

/** Wrong on purpose. */
const untyped = (value: unknown) => value as never;

/** The error of a call that is rejected before any request. */
async function refusal(call: (payments: PaymentsClient) => PromiseLike<unknown>): Promise<unknown> {
  const { fetch, calls } = fakeFetch(() => json({}));
  const error = await rejection(call(createClient({ fetch })));
  expect(calls).toHaveLength(0);
  return error;
}

describe("causes an InvalidRequestError instead of a TypeError:", () => {
  it.each<[string, (payments: PaymentsClient) => PromiseLike<unknown>]>([
    ["a method that is not text", (payments) => payments.request(untyped({}), "/config")],
    ["a path with an unpaired surrogate", (payments) => payments.request("GET", "/a\ud800")],
    [
      "the address of a file with a broken escape",
      (payments) => payments.customers.bulk.upload({ path: new URL("file:///%zz.csv") }),
    ],
  ])("%s", async (_case, call) => {
    expect(await refusal(call)).toMatchObject({ name: "InvalidRequestError", outcome: "not-executed" });
  });

  it.each<[string, () => unknown]>([
    ["no lookup", () => missingPayerData(untyped(undefined))],
    ["no quote", () => isExpired(untyped(undefined))],
    [
      "a time without a number",
      () => isExpired({ expiresAt: "2026-04-27T09:00:00Z" }, untyped(Symbol("now"))),
    ],
  ])("%s", (_case, call) => {
    expect(call).toThrow(expect.objectContaining({ name: "InvalidRequestError" }));
  });
});

it("options that an object inherits count in every call, also where a method adds its own", async () => {
  class Options {
    readonly #tenant = "t1";
    get headers() {
      return { "x-tenant": this.#tenant };
    }
    get requestId() {
      return "r-1";
    }
  }
  class Tenant {
    readonly headers = new Options().headers;
  }
  const { fetch, calls } = fakeFetch(() => json({ data: [], hasMore: false }));
  class Token {
    readonly #secret = "74f1c9";
    readonly clientId = "id";
    get clientSecret() {
      return this.#secret;
    }
  }
  const payments = createClient({ fetch, credentials: new Token() });
  await payments.internalAccounts.findWallet("Customer:1", Object.create(new Tenant()) as Tenant);
  const assertion = { credentialId: "a", clientDataJson: "b", authenticatorData: "c", signature: "d" };
  const clientPublicKey = `04${"0".repeat(128)}`;
  const { credentials } = payments.auth;
  await rejection(
    credentials.verify("AuthMethod:1", { type: "PASSKEY", assertion, clientPublicKey }, new Options()),
  );
  const sent = calls.map(({ headers }) => [headers.get("x-tenant"), headers.get("request-id")]);
  expect(sent).toEqual([
    ["t1", null],
    ["t1", "r-1"],
  ]);
  expect(calls[0]?.headers.get("authorization")).toBe(`Basic ${btoa("id:74f1c9")}`);
});

it.each([{}, { expiresAt: null }, { expiresAt: "soon" }])("`isExpired` says yes for %j", (quote) => {
  expect(isExpired(untyped(quote))).toBe(true);
});

it("`missingPayerData` misses everything in data that are `null`", () => {
  const lookup = {
    lookupId: "l",
    supportedCurrencies: [],
    requiredPayerDataFields: [{ name: "FULL_NAME", mandatory: true }],
  };
  expect(missingPayerData(lookup, untyped(null))).toEqual(["FULL_NAME"]);
});

it("`findPayloadToSign` finds nothing in a missing quote", () => {
  expect(findPayloadToSign(untyped(undefined))).toBeUndefined();
});

describe("causes a ConfigurationError instead of a TypeError:", () => {
  it.each<[string, unknown]>([
    ["no options", null],
    ["a version that is a symbol", { baseUrl: "https://payments.test", apiVersion: Symbol("version") }],
  ])("%s", (_case, options) => {
    expect(() => new PaymentsClient(options as ClientOptions)).toThrow(
      expect.objectContaining({ name: "ConfigurationError" }),
    );
  });
});
