import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type { UploadFile } from "payments-sdk";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, fakeFetch, rejection } from "../core/client";
import { genuine } from "./genuine";

const PDF = Buffer.from("%PDF-1.7 content");
const about = { documentHolder: "Customer:1", documentType: "PASSPORT", country: "GB" } as const;

const folder = mkdtempSync(path.join(tmpdir(), "streams-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts an upload with a `fetch` that records the request. */
function upload(file: UploadFile, options?: object) {
  const { fetch, calls } = fakeFetch(genuine);
  const payments = createClient({ fetch, validation: "off" });
  return { done: payments.documents.upload({ ...about, file, fileName: "a.pdf" }, options), calls };
}

/** An iterable with an iterator that reports when it is closed. */
const iterable = (next: () => Promise<IteratorResult<Uint8Array>>, close: () => void): UploadFile => ({
  [Symbol.asyncIterator]: () => ({
    next,
    async return() {
      close();
      return { done: true as const, value: undefined };
    },
  }),
});

describe("an upload does not close a stream that it has read to the end", () => {
  it("so a file handle of the caller stays open", async () => {
    const at = path.join(folder, "kept.pdf");
    writeFileSync(at, PDF);
    const handle = await open(at);
    try {
      await upload(handle.createReadStream({ autoClose: false })).done;
      await expect(handle.stat()).resolves.toMatchObject({ size: PDF.length });
    } finally {
      await handle.close();
    }
  });

  it("of an async iterable", async () => {
    const close = vi.fn();
    const pieces: IteratorResult<Uint8Array>[] = [{ done: false, value: PDF }];
    const next = async () => pieces.shift() ?? { done: true as const, value: undefined };
    await upload(iterable(next, close)).done;
    expect(close).not.toHaveBeenCalled();
  });
});

it("an async iterable that returns nothing is refused", async () => {
  const close = vi.fn();
  const { done, calls } = upload(iterable(async () => undefined as never, close));
  expect(await rejection(done)).toMatchObject({
    name: "InvalidRequestError",
    issues: [{ path: "file", message: "must be a stream of bytes, got a piece that is undefined" }],
  });
  expect([calls.length, close.mock.calls.length]).toEqual([0, 1]);
});

/** Streams that never give a piece. `close` is called when one is closed. */
const hangingStreams: [string, (pull: () => void, close: () => void) => UploadFile][] = [
  [
    "a web stream",
    (pull, close) => {
      const wait = () => {
        pull();
        return new Promise<void>(() => {});
      };
      return new ReadableStream<Uint8Array>({ pull: wait, cancel: close }, { highWaterMark: 0 });
    },
  ],
  [
    "a Node stream",
    (pull, close) =>
      new Readable({
        read: pull,
        destroy(_error, done) {
          close();
          done(null);
        },
      }),
  ],
  [
    "an async iterable",
    (pull, close) =>
      iterable(() => {
        pull();
        return new Promise<never>(() => {});
      }, close),
  ],
];

describe.each(hangingStreams)("the abort of an upload closes %s", (_name, hanging) => {
  it.each(["before the call", "while the client prepares it", "during the read"])("%s", async (moment) => {
    const controller = new AbortController();
    const pull = vi.fn();
    const close = vi.fn();
    if (moment === "before the call") controller.abort();
    const { done, calls } = upload(hanging(pull, close), { signal: controller.signal });
    const ended = rejection(done);
    if (moment === "during the read") await vi.waitUntil(() => pull.mock.calls.length > 0);
    controller.abort();
    expect(await ended).toMatchObject({ code: "ABORTED", outcome: "not-executed" });
    await vi.waitUntil(() => close.mock.calls.length === 1);
    expect(calls).toHaveLength(0);
  });
});

describe.each(hangingStreams)("`totalTimeout` ends the read of %s, and closes it", (_name, hanging) => {
  it.each(["documents.upload", "documents.replace", "customers.bulk.upload"])("in %s", async (operation) => {
    const close = vi.fn();
    const { fetch, calls } = fakeFetch(genuine);
    const { documents, customers } = createClient({ fetch, totalTimeout: 40 });
    const file = hanging(() => {}, close);
    const started =
      operation === "customers.bulk.upload"
        ? customers.bulk.upload(file)
        : operation === "documents.upload"
          ? documents.upload({ ...about, file })
          : documents.replace("1", { ...about, file });
    expect(await rejection(started)).toMatchObject({
      name: "TimeoutError",
      code: "TIMEOUT",
      scope: "total",
      timeoutMs: 40,
      outcome: "not-executed",
      advice: "fix",
      operation,
      message: `${operation} got no complete file within 40 ms (\`totalTimeout\`, over all attempts)`,
    });
    await vi.waitUntil(() => close.mock.calls.length === 1);
    expect(calls).toHaveLength(0);
  });
});

it("the time to read a file counts toward `totalTimeout`", async () => {
  const slow = async function* () {
    await new Promise((resolve) => setTimeout(resolve, 400));
    yield PDF;
  };
  const { fetch, calls } = fakeFetch(() => new Promise<Response>(() => {}));
  const payments = createClient({ fetch, timeout: 10_000 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const done = payments.documents.upload(
    { ...about, file: slow(), fileName: "a.pdf" },
    { totalTimeout: 600 },
  );
  const failed = rejection(done);
  await vi.advanceTimersByTimeAsync(400);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(200);
  expect(await failed).toMatchObject({
    code: "TIMEOUT",
    outcome: "unknown",
    message:
      "POST documents.upload timed out after 600 ms (`totalTimeout`, over all attempts). It may have been carried out: read what the service has before you repeat it",
  });
});
