import { generateKeyPairSync, sign } from "node:crypto";
import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { isPaymentsError } from "payments-sdk";
import { parseEvent, verifyWebhook, WebhookVerificationError } from "payments-sdk/webhooks";
import { describe, expect, it } from "vitest";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
const NOW = Date.parse("2026-04-27T09:00:00Z");
const now = () => NOW;
const good = { publicKeys: [pem], now };

const eventText = (data: string, timestamp = "2026-04-27T09:00:00Z") =>
  `{"id":"Webhook:1","type":"INTERNAL_ACCOUNT.BALANCE_UPDATED","timestamp":"${timestamp}","data":${data}}`;
const body = eventText('{"id":"InternalAccount:1","balance":{"amount":1200}}');
const signed = (text: string) => ({
  "x-service-signature": sign("sha256", Buffer.from(text), privateKey).toString("base64"),
});
const headers = signed(body);

/** The error of a call that JavaScript allows but the types forbid. */
async function failureOf(...args: unknown[]): Promise<unknown> {
  const call = verifyWebhook as (...args: unknown[]) => Promise<unknown>; // Wrong on purpose.
  return call(...args).then(
    () => "resolved",
    (error: unknown) => error,
  );
}

describe("verifyWebhook with invalid arguments", () => {
  it.each([
    ["publicKeys", null],
    ["publicKeys", undefined],
    ["publicKeys[0]", { ...good, publicKeys: [null] }],
    ["publicKeys[1]", { ...good, publicKeys: [pem, undefined] }],
  ])("names the invalid option %s (case %#)", async (option, options) => {
    expect(await failureOf(body, headers, options)).toMatchObject({ name: "ConfigurationError", option });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, NOW * 1e6, undefined, null, "2026-04-27", new Date(NOW)])(
    "checks the age even if `now` returns %s",
    async (time) => {
      for (const maxAge of [300_000, Number.POSITIVE_INFINITY]) {
        const failure = await failureOf(body, headers, { ...good, maxAge, now: () => time });
        expect(failure).toMatchObject({ name: "ConfigurationError", option: "now" });
      }
    },
  );

  it.each([null, undefined, "x-service-signature", 1])(
    "rejects headers that are %s, and names them",
    async (wrong) => {
      expect(await failureOf(body, wrong, good)).toMatchObject({
        name: "InvalidRequestError",
        issues: [{ path: "headers" }],
      });
    },
  );

  it.each([undefined, null])("rejects a body that is %s", async (missing) => {
    const failure = await failureOf(missing, headers, good);
    expect(failure).toBeInstanceOf(WebhookVerificationError);
    expect(failure).toMatchObject({ check: "body-missing", code: "WEBHOOK_NOT_VERIFIED" });
    expect(isPaymentsError(failure)).toBe(true);
  });

  it.each([
    [{ id: "Webhook:1" }, "an object"],
    [[], "an array"],
    [1, "a number"],
    [Promise.resolve(body), "a promise: is an `await` missing?"],
  ])("explains how to pass a body that is %j", async (wrong, got) => {
    const failure = await failureOf(wrong, headers, good);
    expect(failure).toMatchObject({
      name: "InvalidRequestError",
      message: `\`rawBody\` must be the raw text or bytes of the request, never a parsed body, got ${got}`,
    });
  });

  it("rejects signed bytes that are not UTF-8, and does not replace them", async () => {
    const bytes = Buffer.from(body.replace("Webhook:1", "Webhook:\xff"), "latin1");
    const signature = sign("sha256", bytes, privateKey).toString("base64");
    const failure = await failureOf(bytes, { "x-service-signature": signature }, good);
    expect(failure).toMatchObject({
      name: "WebhookVerificationError",
      check: "event",
      message: expect.stringContaining("it is not UTF-8"),
    });
  });

  it("reads the bytes that it checked, also if the server uses their memory again", async () => {
    const bytes = new TextEncoder().encode(body);
    const running = verifyWebhook(bytes, headers, good);
    await new Promise(setImmediate); // the check has begun
    bytes.set(new TextEncoder().encode(body.replace("Webhook:1", "Webhook:2")));
    expect(await running).toMatchObject({ id: "Webhook:1" });
  });

  it("survives a server that takes the memory away", async () => {
    const { buffer } = new TextEncoder().encode(body);
    const running = verifyWebhook(new Uint8Array(buffer), headers, good);
    structuredClone(buffer, { transfer: [buffer] });
    expect(await running).toMatchObject({ id: "Webhook:1" });
  });

  it("reads bytes of another realm, such as those of a test with jsdom", async () => {
    const bytes = runInNewContext("Uint8Array.from(bytes)", { bytes: Buffer.from(body) }) as Uint8Array;
    expect(bytes).not.toBeInstanceOf(Uint8Array);
    expect(await verifyWebhook(bytes, headers, good)).toMatchObject({ id: "Webhook:1" });
  });

  it("reads headers of another realm, and ignores values that are not strings", async () => {
    const { "x-service-signature": value } = headers;
    const foreign = { get: (name: string) => (name.toLowerCase() === "x-service-signature" ? value : null) };
    expect(await verifyWebhook(body, foreign as Headers, good)).toMatchObject({ id: "Webhook:1" });
    for (const wrong of [{ "x-service-signature": 1 }, { "x-service-signature": [1] }, { get: () => 1 }]) {
      expect(await failureOf(body, wrong, good)).toMatchObject({ check: "signature-missing" });
    }
  });
});

describe("a repeated delivery after the tolerance", () => {
  const old = eventText('{"id":"InternalAccount:1","note":"private"}', "2026-04-27T08:54:59.999Z");

  it("fails with an error that has the signed event", async () => {
    const failure = await failureOf(old, signed(old), good);
    expect(failure).toBeInstanceOf(WebhookVerificationError);
    expect(failure).toMatchObject({ check: "stale", event: { id: "Webhook:1", data: { note: "private" } } });
    expect(inspect(failure, { depth: Infinity })).not.toContain("private");
    expect(JSON.stringify(failure)).not.toContain("private");
  });

  it("passes with a longer tolerance, or with `Infinity`", async () => {
    for (const maxAge of [300_001, Number.POSITIVE_INFINITY]) {
      expect((await verifyWebhook(old, signed(old), { ...good, maxAge })).id).toBe("Webhook:1");
    }
  });

  it("has no event if the signature is invalid", async () => {
    for (const wrong of [headers, {}]) {
      const failure = await failureOf(old, wrong, good);
      expect(failure).toBeInstanceOf(WebhookVerificationError);
      expect((failure as WebhookVerificationError).event).toBeUndefined();
    }
  });
});

describe("numbers that JavaScript cannot hold", () => {
  const unsafe = eventText('{"id":"InternalAccount:1","balance":{"amount":9007199254740993}}');
  const elsewhere = eventText('{"id":"InternalAccount:1","balance":{"amount":1},"counter":9007199254740993}');

  it("are an error in an amount, which names the field [GEN-06, OP-28]", async () => {
    expect(() => parseEvent(unsafe)).toThrow(
      expect.objectContaining({
        name: "InvalidRequestError",
        issues: [
          { path: "data.balance.amount", message: expect.stringContaining("beyond the safe integers") },
        ],
      }),
    );
    expect(() => parseEvent(JSON.parse(unsafe))).toThrow(/`data\.balance\.amount`/);
    const failure = await failureOf(unsafe, signed(unsafe), good);
    expect(failure).toMatchObject({
      check: "event",
      message: expect.stringContaining("data.balance.amount"),
    });
    expect(String(failure)).not.toContain("9007199254740992");
  });

  it("are delivered in other fields, and at the limit [OP-28]", async () => {
    expect(parseEvent(elsewhere)).toMatchObject({ data: { counter: 9_007_199_254_740_992 } });
    expect((await verifyWebhook(elsewhere, signed(elsewhere), good)).id).toBe("Webhook:1");
    const largest = eventText('{"balance":{"amount":9007199254740991}}');
    expect(parseEvent(largest)).toMatchObject({ data: { balance: { amount: 9_007_199_254_740_991 } } });
  });

  it("are noticed even in a malformed body", () => {
    const circular: Record<string, unknown> = { id: "Webhook:1", type: "TEST" };
    circular["data"] = circular;
    for (const wrong of [circular, { id: "Webhook:1", type: "TEST", data: { amount: 1n } }]) {
      expect(() => parseEvent(wrong)).toThrow(expect.objectContaining({ name: "InvalidRequestError" }));
    }
  });
});
