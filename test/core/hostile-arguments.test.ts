/** Values that throw when they are looked at, or have no text form: what plain JavaScript can pass in any place. */
import { findPayloadToSign, formatAmount, isExpired, missingPayerData, PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, customerParams, fakeFetch, json, rejection } from "./client";

/** Wrong on purpose. */
const untyped = (value: unknown) => value as never;

function throwing(): never {
  throw new Error("thrown by the caller's own object");
}
const trap = () =>
  new Proxy({}, { get: throwing, ownKeys: throwing, has: throwing, getPrototypeOf: throwing });
const textless = { toString: null, valueOf: null };

/** The error of a call, and that it was refused before anything was sent. */
async function refusal(call: (payments: PaymentsClient) => PromiseLike<unknown>): Promise<unknown> {
  const { fetch, calls } = fakeFetch(() => json({}));
  const error = await rejection(call(createClient({ fetch })));
  expect(calls).toHaveLength(0);
  return error;
}

describe("is refused as an invalid request, and not with an error of the language:", () => {
  it.each<[string, (payments: PaymentsClient) => PromiseLike<unknown>]>([
    ["a method without a text form", (payments) => payments.request(untyped(textless), "/config")],
    ["a path with an unpaired surrogate", (payments) => payments.request("GET", "/a\ud800")],
    [
      "options of a raw call that cannot be read",
      (payments) => payments.request("GET", "/config", untyped(trap())),
    ],
    [
      "options of a search that cannot be read",
      (payments) => payments.internalAccounts.findWallet("Customer:1", untyped(trap())),
    ],
    [
      "a query value that cannot be read",
      (payments) =>
        payments.request("GET", "/config", { query: { value: Proxy.revocable([], {}).proxy, at: trap() } }),
    ],
    [
      "a signal that cannot be read",
      (payments) => payments.customers.create(customerParams, { signal: untyped(trap()) }),
    ],
    [
      "headers that cannot be read",
      (payments) => payments.customers.create(customerParams, { headers: untyped(trap()) }),
    ],
    [
      "options of a verification that cannot be read",
      (payments) =>
        payments.auth.credentials.verify(
          "AuthMethod:1",
          { type: "EMAIL_OTP", otp: "000000", clientPublicKey: `04${"0".repeat(128)}` },
          untyped(trap()),
        ),
    ],
    [
      "options of an upload that cannot be read",
      (payments) => payments.customers.bulk.upload("a\n1\n", untyped(trap())),
    ],
    ["a file that cannot be read", (payments) => payments.customers.bulk.upload(untyped(trap()))],
    [
      "the address of a file with a broken escape",
      (payments) => payments.customers.bulk.upload({ path: new URL("file:///%zz.csv") }),
    ],
  ])("%s", async (_case, call) => {
    expect(await refusal(call)).toMatchObject({ name: "InvalidRequestError", outcome: "not-executed" });
  });

  it("headers of a list that cannot be read", () => {
    const payments = createClient({ fetch: () => Promise.reject(new Error("not called")) });
    expect(() => payments.customers.list({}, { headers: untyped(trap()) })).toThrow(
      "`headers` cannot be read",
    );
  });

  it.each<[string, () => unknown]>([
    ["a currency that cannot be read", () => formatAmount(1, untyped(trap()))],
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

it("nothing is to be signed of no quote", () => {
  expect(findPayloadToSign(untyped(undefined))).toBeUndefined();
});

describe("is refused as a wrong configuration, and not with an error of the language:", () => {
  it.each<[string, unknown]>([
    ["no options", null],
    ["a version that is a symbol", { baseUrl: "http://payments.test", apiVersion: Symbol("version") }],
  ])("%s", (_case, options) => {
    expect(() => new PaymentsClient(options as ClientOptions)).toThrow(
      expect.objectContaining({ name: "ConfigurationError" }),
    );
  });
});
