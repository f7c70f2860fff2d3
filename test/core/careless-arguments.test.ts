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
