import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { ConfigurationError, InvalidRequestError } from "payments-sdk";
import { parseEvent, verifyWebhook, WebhookVerificationError } from "payments-sdk/webhooks";
import { wrongAmounts } from "../amounts";
import { endingOf, requirePaymentsError } from "../assertions";
import { mutated, mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { junk, oddText } from "../values";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
const NOW = Date.parse("2026-04-27T09:00:00Z");
const sample = {
  id: "Webhook:1",
  type: "INTERNAL_ACCOUNT.BALANCE_UPDATED",
  timestamp: "2026-04-27T08:59:30Z",
  data: { id: "InternalAccount:1", balance: { amount: 1200, currency: { code: "USD" } }, fees: 1 },
};
const signed = (text: string) => sign("sha256", Buffer.from(text), privateKey).toString("base64");
const headerOf = (signature: string) => ({ "x-service-signature": signature });
const options = { publicKeys: [pem], now: () => NOW };

/** A delivered event is the signed one, with exact amounts. */
const signedEvents = defineProperty(
  "a mutated event with a good signature",
  3,
  fc.array(mutation(["2026-04-27T08:00:00Z", "2026-04-27T09:04:59Z", "today"]), { maxLength: 4 }),
  async (mutations) => {
    const { text } = mutated(sample, mutations);
    // What has no UTF-8 form cannot be delivered.
    const sent = Buffer.from(text).toString();
    const ending = await endingOf(() => verifyWebhook(sent, headerOf(signed(sent)), options));
    if ("error" in ending) {
      requirePaymentsError(ending.error);
      assert.ok(ending.error instanceof WebhookVerificationError, ending.error.name);
      assert.ok(["event", "timestamp", "stale"].includes(ending.error.check), ending.error.check);
      return;
    }
    const { id, type, timestamp } = ending.value as Record<string, unknown>;
    assert.deepEqual([typeof id, typeof type], ["string", "string"]);
    assert.ok(Math.abs(NOW - Date.parse(String(timestamp))) <= 300_000, `the timestamp ${String(timestamp)}`);
    assert.deepEqual(
      wrongAmounts(sent, ending.value).filter((line) => !/[.e]-?\d+ /.test(line)),
      [],
    );
  },
);

const forms = fc.oneof(
  oddText,
  fc.constantFrom(
    signed("another body"),
    "MEQCIA==",
    `{"s":"${signed("x")}"}`,
    '{"s":1}',
    '{"s":',
    "{}",
    '{"__proto__":{"s":"x"}}',
  ),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString("base64")),
  fc
    .uint8Array({ maxLength: 80 })
    .map((bytes) => JSON.stringify({ s: Buffer.from(bytes).toString("base64") })),
);

/** No text passes for a signature. */
const signatures = defineProperty(
  "any text as the signature of an event",
  40,
  fc.record({ header: forms, asList: fc.boolean() }),
  async ({ header, asList }) => {
    const body = JSON.stringify(sample);
    const ending = await endingOf(() =>
      verifyWebhook(body, { "x-service-signature": asList ? [header] : header }, options),
    );
    assert.ok("error" in ending, "a delivery without a signature was believed");
    requirePaymentsError(ending.error);
    assert.ok(ending.error instanceof WebhookVerificationError, ending.error.name);
    assert.ok(["signature", "signature-missing"].includes(ending.error.check));
  },
);

const anyArguments = defineProperty(
  "any argument of `verifyWebhook` and `parseEvent`",
  40,
  fc.record({ which: fc.nat(5), given: junk }),
  async ({ which, given }) => {
    const body = JSON.stringify(sample);
    const value = given.value();
    const args = [
      [value, headerOf(signed(body)), options],
      [body, value, options],
      [body, headerOf(signed(body)), value],
      [body, headerOf(signed(body)), { ...options, publicKeys: [value] }],
      [body, headerOf(signed(body)), { ...options, maxAge: value, headerName: value }],
      [body, { "x-service-signature": value }, options],
    ][which];
    const ending = await endingOf(() => Reflect.apply(verifyWebhook, undefined, args ?? []));
    if ("error" in ending) requirePaymentsError(ending.error);
    const parsed = await endingOf(() => parseEvent(value));
    if ("error" in parsed) {
      requirePaymentsError(parsed.error);
      assert.ok(parsed.error instanceof InvalidRequestError || parsed.error instanceof ConfigurationError);
    }
  },
);

export const webhooks: readonly FuzzProperty[] = [signedEvents, signatures, anyArguments];
