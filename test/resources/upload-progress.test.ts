import type { UploadOptions } from "payments-sdk";
import { describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection } from "../core/client";
import { dropConnection, inOrder, reply, startServer } from "../support/local-server";
import { clientOf, createSimulator } from "../support/world";
import { sample } from "./wire";

type UploadProgress = Parameters<NonNullable<UploadOptions["onProgress"]>>[0];

const about = { documentHolder: "Customer:1", documentType: "PASSPORT", country: "GB" } as const;
const PIECE = 64 * 1024;
const SIZE = 3 * PIECE;
const file = new Blob(["%PDF-", new Uint8Array(SIZE - 5)]);
const turnedAway = reply(
  503,
  { status: 503, code: "BUSY", message: "Come back later" },
  { "retry-after": "0" },
);
const document = { ...sample("Document"), documentHolder: about.documentHolder };
const created = reply(201, document);

async function uploadTo(behaviours: Parameters<typeof inOrder>, options: UploadOptions = {}) {
  const server = await startServer(inOrder(...behaviours));
  const told: UploadProgress[] = [];
  const payments = createClient({ baseUrl: server.url, validation: "off" });
  const done = payments.documents.upload(
    { ...about, file },
    { onProgress: (progress) => told.push(progress), ...options },
  );
  return { done, told, server };
}

describe("the progress of an upload", () => {
  it("counts the bytes that the transport reads, from 0 to the total", async () => {
    const { done, told, server } = await uploadTo([created]);
    expect(await done).toEqual(document);
    const [seen] = server.requests;
    const total = Number(seen?.headers["content-length"]);
    expect(total).toBeGreaterThan(SIZE);
    expect(told.map(({ loaded }) => loaded)).toEqual([0, PIECE, 2 * PIECE, 3 * PIECE, total]);
    expect(new Set(told.map((progress) => progress.total))).toEqual(new Set([total]));
    expect(seen?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=\S+$/);
    expect(seen?.body).toContain('name="documentType"\r\n\r\nPASSPORT\r\n');
    expect(seen?.body).toContain("%PDF-");
  });

  it("counts a piece only when the transport requests the next one", async () => {
    const told: number[] = [];
    const seen: number[][] = [];
    const { fetch } = fakeFetch(async ({ init }) => {
      const reader = (init.body as ReadableStream<Uint8Array>).getReader();
      await new Promise((resolve) => setImmediate(resolve));
      seen.push([...told]);
      for (let next = await reader.read(); !next.done; next = await reader.read()) seen.push([...told]);
      return json(document, 201);
    });
    const onProgress = ({ loaded }: UploadProgress) => told.push(loaded);
    await createClient({ fetch, validation: "off" }).documents.upload({ ...about, file }, { onProgress });
    expect(seen.slice(0, 4)).toEqual([[], [0], [0, PIECE], [0, PIECE, 2 * PIECE]]);
  });

  it("starts again with a retry, which sends the same bytes", async () => {
    const { done, told, server } = await uploadTo([turnedAway, created]);
    await done;
    const starts = told.flatMap(({ loaded }, index) => (loaded === 0 ? [index] : []));
    expect(starts).toHaveLength(2);
    expect(told.at(-1)?.loaded).toBe(told.at(-1)?.total);
    expect(server.requests[1]?.body).toBe(server.requests[0]?.body);
  });

  it("does not make a lost upload repeatable", async () => {
    const { done, server } = await uploadTo([dropConnection, created]);
    expect(await rejection(done)).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("the bar is gone");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the bar is gone"))],
  ])("does not change the upload if the listener %s", async (_case, onProgress) => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const { done } = await uploadTo([created], { onProgress });
    expect(await done).toEqual(document);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("keeps the form's boundary even if the caller sets a header", async () => {
    const headers = { "Content-Type": "multipart/form-data", "Content-Length": "1" };
    const { done, server } = await uploadTo([created], { headers });
    await done;
    expect(server.requests[0]?.headers["content-type"]).toContain("boundary=");
  });

  it("is reported for a CSV file, and by the simulator", async () => {
    const payments = clientOf(createSimulator());
    const told: number[] = [];
    const { jobId } = await payments.customers.bulk.upload("platformCustomerId,fullName\na,Ada\n", {
      onProgress: ({ loaded, total }) => told.push(loaded / total),
    });
    expect(jobId).not.toBe("");
    expect(told).toEqual([0, 1]);
  });

  it.each([
    ["a listener that is not a function", { onProgress: "log" }, "must be a function", false],
    ["a page, where nobody can count", { onProgress: () => {} }, "is not available in a page", true],
  ])("is rejected for %s before any request", async (_case, options, message, isPage) => {
    const { fetch, calls } = fakeFetch(() => json(document, 201));
    const payments = createClient({ fetch });
    if (isPage) vi.stubGlobal("document", {});
    const uploads = [
      payments.documents.upload({ ...about, file }, options as UploadOptions),
      payments.documents.replace("Document:1", { ...about, file }, options as UploadOptions),
      payments.customers.bulk.upload("a\n", options as UploadOptions),
    ];
    const errors = await Promise.all(uploads.map(rejection));
    vi.unstubAllGlobals();
    for (const error of errors) {
      expect(error).toMatchObject({
        name: "InvalidRequestError",
        issues: [{ path: "onProgress", message: expect.stringContaining(message) }],
      });
    }
    expect(calls).toHaveLength(0);
  });
});
