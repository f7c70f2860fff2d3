import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";
import type { ResponseMismatchEvent } from "../../src/core/types";

const UNSAFE = "9007199254740993";

const row = (fields: string) => `{"id":"Transaction:1","type":"OUTGOING","status":"COMPLETED",${fields}}`;

const usd = '"currency":{"code":"USD","name":"US dollar","symbol":"$","decimals":2}';

/** Reads a page with one row that has these fields. */
async function read(fields: string, validation: "lenient" | "strict" | "off" = "lenient") {
  const events: ResponseMismatchEvent[] = [];
  const warnings: string[] = [];
  const { fetch } = fakeFetch(() => json(`{"data":[${row(fields)}],"hasMore":false}`));
  const logger = {
    debug: () => {},
    info: () => {},
    warn: (line: string) => warnings.push(line),
    error: () => {},
  };
  const hooks = { onResponseMismatch: (event: ResponseMismatchEvent) => events.push(event) };
  const payments = createClient({ fetch, validation, hooks, logger, logLevel: "warn" });
  const result = payments.transactions.list().toArray();
  return { result, events, warnings };
}

describe("a number beyond the safe integers", () => {
  it.each([
    ["amount", `"sentAmount":{"amount":${UNSAFE},${usd}}`],
    ["sentAmount", `"sentAmount":${UNSAFE}`],
    ["fees", `"fees":${UNSAFE}`],
    ["fees", `"fees":-${UNSAFE}`],
    ["fees", '"fees":1e21'],
    ["counterpartyFixedFee", `"rateDetails":{"counterpartyFixedFee":${UNSAFE}}`],
    ["serviceApiVariableFeeAmount", `"rateDetails":{"serviceApiVariableFeeAmount":${UNSAFE}}`],
    ["amounts in a list", `"amount":[1,${UNSAFE}]`],
  ])("is never returned as an amount: %s", async (_name, fields) => {
    for (const validation of ["lenient", "strict", "off"] as const) {
      expect(await rejection((await read(fields, validation)).result)).toMatchObject({
        name: "ResponseValidationError",
        code: "INVALID_RESPONSE",
        outcome: "not-executed",
        issues: [{ message: "is beyond the safe integers and cannot be read exactly" }],
      });
    }
  });

  it("in another field is reported, and the list returns the row", async () => {
    const { result, events, warnings } = await read(`"counterpartyInformation":{"reference":${UNSAFE}}`);
    expect(await result).toHaveLength(1);
    const path = "data.0.counterpartyInformation.reference";
    expect(events).toHaveLength(1);
    expect(events[0]?.issues).toContainEqual({
      path,
      message: "is beyond the safe integers and cannot be read exactly",
    });
    expect(warnings.join()).toContain(path);
  });

  it("in another field is an error with the whole body in strict mode", async () => {
    const { result } = await read(`"counterpartyInformation":{"reference":${UNSAFE}}`, "strict");
    expect(await rejection(result)).toMatchObject({
      code: "INVALID_RESPONSE",
      outcome: "not-executed",
      body: { data: [{ id: "Transaction:1" }] },
    });
  });

  it("is found even if a script has extended `Object.prototype`", async () => {
    const added: Record<string, unknown> = {};
    added.added = added;
    Reflect.set(Object.prototype, "added", added);
    try {
      expect(await (await read(`"fees":12,"sentAmount":{"amount":12,${usd}}`, "off")).result).toHaveLength(1);
      expect(await rejection((await read(`"fees":${UNSAFE}`, "off")).result)).toMatchObject({
        code: "INVALID_RESPONSE",
      });
    } finally {
      Reflect.deleteProperty(Object.prototype, "added");
    }
  });

  it("inside a text does not count as a number", async () => {
    const { result, events } = await read(
      `"description":"amount: ${UNSAFE}, \\"amount\\":${UNSAFE}, [${UNSAFE}"`,
    );
    expect(await result).toHaveLength(1);
    expect(events.flatMap(({ issues }) => issues).filter(({ message }) => message.includes("safe"))).toEqual(
      [],
    );
  });
});

describe("an amount with a fraction", () => {
  // JSON.parse reads this as the integer 100000000000000.
  const fraction = `"sentAmount":{"amount":100000000000000.001,${usd}}`;

  it("that rounds to an integer fails strict mode", async () => {
    expect(await rejection((await read(fraction, "strict")).result)).toMatchObject({
      code: "INVALID_RESPONSE",
      issues: expect.arrayContaining([{ path: "amount", message: "must be an integer, got a fraction" }]),
    });
  });

  it("that an exponent hides fails strict mode, although it parses as an integer", async () => {
    // JSON.parse reads this as 9007199254740990.
    const exponent = `"sentAmount":{"amount":90071992547409905e-1,${usd}}`;
    expect(await rejection((await read(exponent, "strict")).result)).toMatchObject({
      code: "INVALID_RESPONSE",
      issues: expect.arrayContaining([{ path: "amount", message: "must be an integer, got a fraction" }]),
    });
  });

  it("that the schema detects is reported once, with its whole path", async () => {
    const { result, events } = await read(`"sentAmount":{"amount":12.5,${usd}}`);
    expect(await result).toHaveLength(1);
    const paths = events.flatMap(({ issues }) => issues).map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith("amount"))).toEqual(["data.0.sentAmount.amount"]);
  });

  it("is returned and reported in lenient mode", async () => {
    const { result, events } = await read(fraction);
    expect(await result).toHaveLength(1);
    expect(events[0]?.issues).toContainEqual({
      path: "amount",
      message: "must be an integer, got a fraction",
    });
  });

  it.each([
    `"sentAmount":{"amount":12.00,${usd}}`,
    '"exchangeRate":1.0825',
    '"description":"\\"amount\\":1.5"',
  ])("is not reported for a valid amount: %s", async (fields) => {
    const { result, events } = await read(fields);
    expect(await result).toHaveLength(1);
    const messages = events.flatMap(({ issues }) => issues).map(({ message }) => message);
    expect(messages).not.toContain("must be an integer, got a fraction");
  });
});

it("repeated very often in a hostile response costs linear time, and the report names some", async () => {
  const many = `"${"x".repeat(20_000)}":[${Array.from({ length: 20_000 }, () => UNSAFE).join(",")}]`;
  const { result, events } = await read(many);
  await result;
  expect(events).toHaveLength(1);
  expect(events[0]?.issues.filter(({ message }) => message.includes("safe integers"))).toHaveLength(20);
  const [others, amounts] = [
    await read(`${many},"fees":${UNSAFE}`),
    await read(many.replace('x"', 'Amount"')),
  ];
  expect(await rejection(others.result)).toMatchObject({ issues: [{ path: "data.0.fees" }] });
  const error = await rejection(amounts.result);
  expect(error).toMatchObject({ issues: { length: 20 } });
  // The report names five of them, each by the start of its path.
  expect(String(error).length).toBeLessThan(2_000);
});

it("a fee that the contract types as a number may have a fraction", async () => {
  const { result, events } = await read('"rateDetails":{"serviceApiVariableFeeAmount":3.003}');
  await result;
  expect(events.flatMap(({ issues }) => issues).map(({ path }) => path)).not.toContain(
    "serviceApiVariableFeeAmount",
  );
});
