import type { BulkImportJob, WaitOptions } from "payments-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection } from "../core/client";
import { sample } from "./wire";

afterEach(() => {
  vi.useRealTimers();
});

/** A client with an import that goes through these states, and stays in the last. */
function importWith(...states: [status: string, processed: number][]) {
  const { fetch, calls } = fakeFetch((_call, index) => {
    const [status, processed] = states[Math.min(index, states.length - 1)] ?? [];
    const progress = { total: 10, processed, successful: processed, failed: 0 };
    return json({ ...sample("BulkImportJob"), status, progress });
  });
  return { payments: createClient({ fetch }), calls };
}

const seen = ({ status, progress }: BulkImportJob) => [status, progress.processed];

describe("waiting for an import", () => {
  it.each(["COMPLETED", "FAILED"])("ends at %s, and reports each state including the last", async (end) => {
    const { payments, calls } = importWith(["PENDING", 0], ["PROCESSING", 4], ["PROCESSING", 4], [end, 10]);
    const told: unknown[] = [];
    const job = await payments.customers.bulk.waitFor("Job:1", {
      interval: 0,
      onProgress: (state) => told.push(seen(state)),
    });
    expect(seen(job)).toEqual([end, 10]);
    expect(told).toEqual([
      ["PENDING", 0],
      ["PROCESSING", 4],
      ["PROCESSING", 4],
      [end, 10],
    ]);
    expect(calls.map(({ init, url }) => `${init.method} ${url.split("/").slice(-3).join("/")}`)).toEqual(
      Array(4).fill("GET bulk/jobs/Job%3A1"),
    );
  });

  it("ends when `until` returns true, after it reports the state", async () => {
    const { payments, calls } = importWith(["PROCESSING", 4], ["PROCESSING", 5], ["COMPLETED", 10]);
    const told: unknown[] = [];
    const onProgress = (state: BulkImportJob) => told.push(seen(state));
    const until = ({ progress }: BulkImportJob) => progress.processed >= 5;
    await payments.customers.bulk.waitFor("Job:1", { interval: 0, until, onProgress });
    expect(told).toEqual([
      ["PROCESSING", 4],
      ["PROCESSING", 5],
    ]);
    expect(calls).toHaveLength(2);
  });

  it("awaits the listener before it continues", async () => {
    const { payments, calls } = importWith(["PROCESSING", 4], ["COMPLETED", 10]);
    const stored: number[] = [];
    const onProgress = async ({ progress }: BulkImportJob) => {
      const before = calls.length;
      await new Promise((resolve) => setImmediate(resolve));
      stored.push(progress.processed, calls.length - before);
    };
    await payments.customers.bulk.waitFor("Job:1", { interval: 0, onProgress });
    expect(stored).toEqual([4, 0, 10, 0]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("the disk is full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the disk is full"))],
  ])("rejects with the error of a listener that %s", async (_case, onProgress) => {
    const { payments, calls } = importWith(["PROCESSING", 4], ["COMPLETED", 10]);
    const wait = payments.customers.bulk.waitFor("Job:1", { interval: 0, onProgress });
    expect(await rejection(wait)).toMatchObject({ message: "the disk is full" });
    expect(calls).toHaveLength(1);
  });

  it("reports the states before a timeout", async () => {
    vi.useFakeTimers();
    const { payments } = importWith(["PENDING", 0], ["PROCESSING", 4]);
    const told: unknown[] = [];
    const wait = rejection(
      payments.customers.bulk.waitFor("Job:1", {
        totalTimeout: 1_500,
        onProgress: (state) => told.push(seen(state)),
      }),
    );
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await wait).toMatchObject({ name: "TimeoutError", operation: "customers.bulk.waitFor" });
    expect(told).toEqual([
      ["PENDING", 0],
      ["PROCESSING", 4],
    ]);
  });

  it("rejects a listener that is not a function before any request", async () => {
    const { payments, calls } = importWith(["COMPLETED", 10]);
    const options = { onProgress: "console.log" } as unknown as WaitOptions<BulkImportJob>;
    expect(await rejection(payments.customers.bulk.waitFor("Job:1", options))).toMatchObject({
      name: "InvalidRequestError",
      operation: "customers.bulk.waitFor",
      issues: [{ path: "onProgress", message: "must be a function, got a string" }],
    });
    expect(calls).toHaveLength(0);
  });
});

describe("a file of customers", () => {
  it.each([
    ["empty text", "", "must not be empty"],
    ["an empty blob", new Blob([]), "must not be empty"],
    ["a path", "customers.csv", "must be the content, with a line for each customer. To send a file, pass"],
    ["nothing", undefined, 'must be CSV: text, a Blob or a File, bytes, a stream or `{ path: "…" }`'],
    ["null", null, "must be CSV: text, a Blob or a File"],
    ["a number", 7, "must be CSV: text, a Blob or a File"],
    ["parameters", { file: new Blob(["a"]) }, "must be CSV: text, a Blob or a File"],
    [
      "an Excel workbook",
      new Blob(["PK\x03\x04 the rest"]),
      "must be CSV, got a file of the type application/zip: export it from its program as CSV",
    ],
  ])("may not be %s, which is rejected before any request", async (_case, csv, message) => {
    const { fetch, calls } = fakeFetch(() => json({ jobId: "Job:1", status: "PENDING" }, 202));
    const upload = createClient({ fetch }).customers.bulk.upload(csv as string);
    expect(await rejection(upload)).toMatchObject({
      name: "InvalidRequestError",
      operation: "customers.bulk.upload",
      outcome: "not-executed",
      issues: [{ path: "csv", message: expect.stringContaining(message) }],
    });
    expect(calls).toHaveLength(0);
  });

  it("is not sent again after a lost response, which could create the customers twice", async () => {
    const { fetch, calls } = fakeFetch(() => Promise.reject(new TypeError("fetch failed")));
    const upload = createClient({ fetch }).customers.bulk.upload("platformCustomerId\nada\n");
    expect(await rejection(upload)).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(calls).toHaveLength(1);
  });
});
