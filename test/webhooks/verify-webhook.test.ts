import fc from "fast-check";
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { inspect } from "node:util";
import { isPaymentsError } from "payments-sdk";
import { parseEvent, verifyWebhook, WebhookVerificationError } from "payments-sdk/webhooks";
import { describe, expect, it, vi } from "vitest";
import { clientOf, createSimulator } from "../support/world";
import { runs } from "../support/runs";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
const NOW = Date.parse("2026-04-27T09:00:00Z");
const now = () => NOW;
const body = JSON.stringify({
  id: "Webhook:1",
  type: "INTERNAL_ACCOUNT.BALANCE_UPDATED",
  timestamp: "2026-04-27T08:59:30Z",
  data: { id: "InternalAccount:1", balance: { amount: 1200, currency: { code: "USD" } }, note: "über 1 €" },
});

function signed(
  text: string,
  { key = privateKey as KeyObject, dsaEncoding = "der" as "der" | "ieee-p1363" } = {},
) {
  return sign("sha256", Buffer.from(text), { key, dsaEncoding }).toString("base64");
}
const headersOf = (text: string) => ({ "x-service-signature": signed(text) });

function hexPoint(key: KeyObject, compressed: boolean): string {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const hex = (part: string) => Buffer.from(part, "base64url").toString("hex");
  const isOdd = Number.parseInt(hex(y).slice(-1), 16) % 2 === 1;
  return compressed ? `${isOdd ? "03" : "02"}${hex(x)}` : `04${hex(x)}${hex(y)}`;
}

describe("verifyWebhook", () => {
  it("returns the typed event of a valid delivery [EVT-02]", async () => {
    const event = await verifyWebhook(body, headersOf(body), { publicKeys: [pem], now });
    expect(event.id).toBe("Webhook:1");
    if (event.type !== "INTERNAL_ACCOUNT.BALANCE_UPDATED") throw new Error("not narrowed");
    expect(event.data.balance.amount).toBe(1200);
  });

  it.each([
    ["text, Headers", body, new Headers(headersOf(body))],
    ["bytes, Node's dictionary", new TextEncoder().encode(body), { "X-Service-Signature": [signed(body)] }],
    [
      "a dictionary with an absent header of the same name",
      body,
      { "X-Service-Signature": undefined, "x-service-signature": signed(body) },
    ],
    ["r and s side by side", body, { "x-service-signature": signed(body, { dsaEncoding: "ieee-p1363" }) }],
    ["JSON with v and s", body, { "x-service-signature": JSON.stringify({ v: "1", s: signed(body) }) }],
  ])("accepts every form of body, headers and signature: %s", async (_, raw, headers) => {
    expect((await verifyWebhook(raw, headers, { publicKeys: [pem], now })).id).toBe("Webhook:1");
  });

  it("names a missing `crypto.subtle`", async () => {
    vi.stubGlobal("crypto", {});
    for (const key of [pem, hexPoint(createPublicKey(pem), false)]) {
      await expect(verifyWebhook(body, headersOf(body), { publicKeys: [key], now })).rejects.toMatchObject({
        name: "ConfigurationError",
        option: "publicKeys",
        message: expect.stringMatching(/no `crypto\.subtle`/),
      });
    }
    vi.unstubAllGlobals();
  });

  it("accepts keys as PEM and as points, and several during a rotation", async () => {
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
    const uncompressed = hexPoint(createPublicKey(pem), false);
    const compressed = hexPoint(createPublicKey(pem), true);
    for (const keys of [[uncompressed], [compressed], [hexPoint(other, true), pem]]) {
      expect((await verifyWebhook(body, headersOf(body), { publicKeys: keys, now })).id).toBe("Webhook:1");
    }
  });

  it("accepts 200 signatures with high and low s", async () => {
    for (let index = 0; index < 200; index += 1) {
      const event = await verifyWebhook(body, headersOf(body), { publicKeys: [pem], now });
      expect(event.id).toBe("Webhook:1");
    }
  });

  it.each([
    ["another body", body.replace("1200", "9200"), headersOf(body), "signature"],
    ["one blank more", `${body} `, headersOf(body), "signature"],
    [
      "another key",
      body,
      {
        "x-service-signature": signed(body, {
          key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
        }),
      },
      "signature",
    ],
    ["no base64", body, { "x-service-signature": "%%%" }, "signature"],
    ["broken JSON", body, { "x-service-signature": "{" }, "signature"],
    ["no header", body, {}, "signature-missing"],
    ["an event without an id", '{"id":"","type":"TEST"}', headersOf('{"id":"","type":"TEST"}'), "event"],
    ["two signatures", body, { "x-service-signature": [signed(body), signed(body)] }, "signature-missing"],
  ])("rejects %s", async (_, raw, headers, check) => {
    const failure = await verifyWebhook(raw, headers, { publicKeys: [pem], now }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(WebhookVerificationError);
    expect(failure).toMatchObject({ check, code: "WEBHOOK_NOT_VERIFIED", name: "WebhookVerificationError" });
    expect(isPaymentsError(failure)).toBe(true);
    expect(inspect(failure, { depth: Infinity, showHidden: true })).not.toContain("1200");
  });

  it.each([
    ["stale", "2026-04-27T08:54:59Z", "stale"],
    ["from the future", "2026-04-27T09:05:01Z", "stale"],
    ["without a timestamp", undefined, "timestamp"],
    ["with an unreadable timestamp", "yesterday", "timestamp"],
  ])("rejects a signed event %s", async (_, timestamp, check) => {
    const text = JSON.stringify({ id: "Webhook:2", type: "TEST", timestamp, data: {} });
    const call = verifyWebhook(text, headersOf(text), { publicKeys: [pem], now });
    await expect(call).rejects.toMatchObject({ check });
  });

  it("judges the age by the signed body, at the default limit and at another one", async () => {
    const text = JSON.stringify({
      id: "Webhook:3",
      type: "TEST",
      timestamp: "2026-04-27T08:55:00Z",
      data: {},
    });
    expect((await verifyWebhook(text, headersOf(text), { publicKeys: [pem], now })).id).toBe("Webhook:3");
    const call = verifyWebhook(text, headersOf(text), { publicKeys: [pem], now, maxAge: 1_000 });
    const message =
      "the event's `timestamp` 2026-04-27T08:55:00.000Z is more than 1000 ms away from now, 2026-04-27T09:00:00.000Z";
    await expect(call).rejects.toMatchObject({ check: "stale", message });
  });

  it("says how to correct a PEM key with literal line breaks", async () => {
    const call = verifyWebhook(body, headersOf(body), { publicKeys: [pem.replaceAll("\n", "\\n")], now });
    await expect(call).rejects.toThrow("Replace each literal \\n with a line break");
  });

  it("explains how to pass the raw body instead of a parsed one", async () => {
    const parsed = { id: "Webhook:1", type: "TEST" };
    // @ts-expect-error A parsed body is what this test passes on purpose.
    const call = verifyWebhook(parsed, headersOf(body), { publicKeys: [pem], now });
    await expect(call).rejects.toThrow(/raw text or bytes of the request/);
  });

  it("names an invalid key by its place, without showing it", async () => {
    const wrongKeys = [
      "04secretsecret",
      hexPoint(createPublicKey(pem), false).replace(/.$/, (digit) => (digit === "0" ? "1" : "0")),
      ...(
        [
          ["ec", { namedCurve: "P-384" }],
          ["ed25519", {}],
          ["rsa", { modulusLength: 2048 }],
        ] as const
      ).map(([type, options]) => {
        const { publicKey: other } = generateKeyPairSync(type as "ec", options as { namedCurve: string });
        return other.export({ type: "spki", format: "pem" }).toString();
      }),
    ];
    for (const wrong of wrongKeys) {
      const call = verifyWebhook(body, headersOf(body), { publicKeys: [pem, wrong], now });
      await expect(call).rejects.toMatchObject({ name: "ConfigurationError", option: "publicKeys[1]" });
      await expect(call).rejects.toThrow("`publicKeys[1]` must be a P-256 public key, as PEM");
      await expect(call).rejects.not.toThrow(wrong);
    }
    await expect(verifyWebhook(body, headersOf(body), { publicKeys: [], now })).rejects.toThrow(
      /at least one key/,
    );
  });

  it("accepts another header name", async () => {
    const headers = { "Webhook-Signature": signed(body) };
    const options = { publicKeys: [pem], now, headerName: "webhook-signature" };
    expect((await verifyWebhook(body, headers, options)).id).toBe("Webhook:1");
  });
});

describe("parseEvent", () => {
  it("keeps events of unknown types [EVT-03]", () => {
    const event = parseEvent(
      '{"id":"Webhook:4","type":"MOON.RISEN","timestamp":"2026-04-27T09:00:00Z","data":{"phase":"full"}}',
    );
    expect(event.type).toBe("MOON.RISEN");
    expect(event.data).toEqual({ phase: "full" });
  });

  it.each(["sandbox", "production"] as const)(
    "reads every event of the simulator: %s [EVT-01]",
    async (environment) => {
      const simulator = createSimulator({ environment });
      const payments = clientOf(simulator);
      const customer = await payments.customers.create({ customerType: "INDIVIDUAL" });
      await payments.verifications.create({ customerId: customer.id });
      expect(simulator.events.list.length).toBeGreaterThan(0);
      for (const event of simulator.events.list) {
        expect(parseEvent(JSON.stringify(event))).toMatchObject({ id: event.id, type: event.type });
      }
    },
  );

  it.each(["{", "[]", "null", '{"id":1,"type":"TEST"}', '{"id":"Webhook:1"}'])("rejects %s", (text) => {
    expect(() => parseEvent(text)).toThrow(/body/);
  });
});

it("verifyWebhook rejects any other text as a signature", async () => {
  const bytes = fc.uint8Array({ maxLength: 80 }).map((each) => Buffer.from(each).toString("base64"));
  const text = fc.oneof(
    fc.string(),
    bytes,
    bytes.map((s) => JSON.stringify({ s })),
    fc.json(),
    fc.constant(signed("another body")),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (header, asList) => {
      const headers = { "x-service-signature": asList ? [header] : header };
      const ending = verifyWebhook(body, headers, { publicKeys: [pem], now });
      await expect(ending).rejects.toThrow(WebhookVerificationError);
      await expect(ending).rejects.toMatchObject({ check: expect.stringMatching(/^signature/) });
    }),
    { numRuns: runs(30) },
  );
});
