import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

const HOUR_MS = 3_600_000;
const localMs = Date.parse("2026-01-01T00:00:00Z");

/** A client with responses that carry these dates, in milliseconds before or after the local time. */
function clientWith(...offsetsMs: number[]) {
  const { fetch } = fakeFetch((_call, index) =>
    json({}, 200, { date: new Date(localMs + (offsetsMs[index] ?? 0)).toUTCString() }),
  );
  return createClient({ fetch, now: () => localMs });
}

/** The client's estimate of the service's time after each response, as an offset to the local time. */
async function heard(...offsetsMs: number[]): Promise<number[]> {
  const payments = clientWith(...offsetsMs);
  const times: number[] = [];
  for (const _ of offsetsMs) {
    await payments.request("GET", "/config");
    times.push((payments.serviceTime() ?? Number.NaN) - localMs);
  }
  return times;
}

describe("the service's time", () => {
  it("is not set back by one response, because objects would look too new", async () => {
    expect(await heard(0, -5 * HOUR_MS, 1_000)).toEqual([0, 0, 1_000]);
    expect(await heard(0, -5 * HOUR_MS, -2 * HOUR_MS, 0)).toEqual([0, 0, 0, 0]);
  });

  it("is set ahead by one response, and back by the next if it agrees with earlier ones", async () => {
    expect(await heard(0, 5 * HOUR_MS, 0, 5 * HOUR_MS, 0)).toEqual([0, 5 * HOUR_MS, 0, 5 * HOUR_MS, 0]);
  });

  it("needs two responses in a row to be set back after two that agreed", async () => {
    const hours = [0, 5, 5, 0, 0].map((hour) => hour * HOUR_MS);
    expect(await heard(...hours)).toEqual([0, 5, 5, 5, 0].map((hour) => hour * HOUR_MS));
  });

  it("is set back by the next response if that agrees with the device's clock", async () => {
    expect(await heard(HOUR_MS, 0, 2_000, 3_000)).toEqual([HOUR_MS, 0, 2_000, 3_000]);
  });

  it("is set back if two responses agree, because the device's clock changed", async () => {
    const hours = [2, 1, 1, 1].map((hour) => hour * HOUR_MS);
    expect(await heard(...hours)).toEqual([2, 2, 1, 1].map((hour) => hour * HOUR_MS));
  });

  it("follows small differences between responses", async () => {
    expect(await heard(0, 60_000, 120_000)).toEqual([0, 60_000, 120_000]);
  });

  it("has certainly passed if two responses agree, or one and the local clock", async () => {
    const payments = clientWith(HOUR_MS, HOUR_MS);
    const certain: number[] = [];
    for (const _ of [1, 2]) {
      await payments.request("GET", "/config");
      certain.push((payments.serviceTime(true) ?? Number.NaN) - localMs);
    }
    expect(certain).toEqual([0, HOUR_MS]);
  });

  it("does not affect `Retry-After`, which uses the clock of its own response", async () => {
    const dates = [localMs, localMs - HOUR_MS];
    const { fetch } = fakeFetch((_call, index) => {
      const dateMs = dates[index] ?? localMs;
      const headers = {
        date: new Date(dateMs).toUTCString(),
        "retry-after": new Date(dateMs + 90_000).toUTCString(),
      };
      return index === 0 ? json({}, 200, headers) : json({}, 429, headers);
    });
    const payments = createClient({ fetch, now: () => localMs });
    await payments.request("GET", "/config");
    expect(await rejection(payments.request("GET", "/config"))).toMatchObject({ retryAfter: 90 });
    expect(payments.serviceTime()).toBe(localMs);
  });
});
