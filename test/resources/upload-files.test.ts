import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { DocumentUploadParams, UploadFile } from "payments-sdk";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, rejection } from "../core/client";
import { clientOf, createSimulator } from "../support/world";
import { genuine } from "./genuine";

const TEN_MIB = 10 * 1024 * 1024;
const PDF = Buffer.from("%PDF-1.7 \xe9\xff\x00 content", "latin1");
const PNG = Buffer.from("\x89PNG\r\n\x1a\n content", "latin1");
const JPEG = Buffer.from("\xff\xd8\xff\xe0 content", "latin1");
const about = { documentHolder: "Customer:1", documentType: "PASSPORT", country: "GB" } as const;

const folder = mkdtempSync(path.join(tmpdir(), "uploads-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, content: Uint8Array): string {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  return at;
}

const webStream = (...chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

/** Starts an upload with a `fetch` that records the request. Plain JavaScript may pass any value. */
function upload(params: object, options?: object) {
  const { fetch, calls } = fakeFetch(genuine);
  const payments = createClient({ fetch, validation: "off" });
  return { done: payments.documents.upload({ ...about, ...params } as DocumentUploadParams, options), calls };
}

async function sentFile(params: object): Promise<File> {
  const { done, calls } = upload(params);
  await done;
  const body = calls[0]?.init.body;
  const file = body instanceof FormData ? body.get("file") : null;
  if (!(file instanceof File)) throw new Error("no file was sent");
  return file;
}

async function expectRefusal(params: object, message: string, at = "file"): Promise<unknown> {
  const { done, calls } = upload(params);
  const error = await rejection(done);
  expect(error).toMatchObject({
    name: "InvalidRequestError",
    operation: "documents.upload",
    outcome: "not-executed",
    issues: [{ path: at, message: expect.stringContaining(message) }],
  });
  expect(calls).toHaveLength(0);
  return error;
}

describe("a file to upload", () => {
  it.each<[string, () => UploadFile | Promise<UploadFile>, string]>([
    ["a Blob", () => new Blob([PDF]), "document"],
    ["a Blob of unknown type", () => new Blob([PDF], { type: "application/octet-stream" }), "document"],
    ["a File", () => new File([PDF], "scan.pdf"), "scan.pdf"],
    ["a Blob of the disk", async () => openAsBlob(fileWith("a.pdf", PDF)), "document"],
    ["a Buffer", () => PDF, "document"],
    ["a Uint8Array", () => new Uint8Array(PDF), "document"],
    ["an ArrayBuffer", () => new Uint8Array(PDF).buffer, "document"],
    ["a web stream", () => webStream(PDF.subarray(0, 3), PDF.subarray(3)), "document"],
    ["a Node stream", () => Readable.from([PDF.subarray(0, 7), PDF.subarray(7)]), "document"],
    ["a path", () => ({ path: fileWith("passport.pdf", PDF) }), "passport.pdf"],
    ["a file address", () => ({ path: pathToFileURL(fileWith("pass port é.pdf", PDF)) }), "pass port é.pdf"],
  ])("may be %s, and its bytes, name and type are sent", async (_case, make, name) => {
    const file = await sentFile({ file: await make() });
    expect(file).toMatchObject({ name, type: "application/pdf" });
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF);
  });

  it("may be a path", async () => {
    const payments = clientOf(createSimulator());
    const { id } = await payments.customers.create({ customerType: "INDIVIDUAL", fullName: "Ada Lovelace" });
    const document = await payments.documents.upload({
      ...about,
      documentHolder: id,
      file: { path: fileWith("selfie.jpg", JPEG) },
    });
    expect(document).toMatchObject({ fileName: "selfie.jpg" });
    const replaced = await payments.documents.replace(document.id, { ...about, file: Readable.from([PNG]) });
    expect(replaced).toMatchObject({ id: document.id, fileName: "document" });
  });

  it.each([
    ["text", "passport.pdf", "must be a Blob or a File, bytes, a stream or `{ path"],
    ["an iterable of nothing", Readable.from([]), "must not be empty"],
    ["an empty File", new File([], "scan.pdf"), "must not be empty"],
    ["a stream of text", Readable.from(["%PDF-1.7"]), "got a piece that is text: set no encoding"],
    ["a stream of objects", Readable.from([{ id: 1 }]), "got a piece that is object"],
  ])("may not be %s", async (_case, file, message) => {
    await expectRefusal({ file }, message);
  });

  it.each([
    ["an empty path", "", "file.path", "must be a path"],
    ["no path", 7, "file.path", "must be a path"],
    [
      "a file that does not exist",
      path.join(folder, "missing.pdf"),
      "file",
      `cannot be read (ENOENT): ${path.join(folder, "missing.pdf")}`,
    ],
    ["a folder", folder, "file", `cannot be read (EISDIR): ${folder}`],
    ["an address elsewhere", new URL("https://files.test/a.pdf"), "file", "(ERR_INVALID_URL_SCHEME)"],
  ])("may not be at %s", async (_case, at, field, message) => {
    await expectRefusal({ file: { path: at } }, message, field);
  });

  it("cannot be a path on a platform without files", async () => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
    await expectRefusal(
      { file: { path: "a.pdf" } },
      "in Node (20.16, 22.3 and later), Bun and Deno",
      "file.path",
    );
  });

  it("that fails during reading causes an error with the cause, without secrets", async () => {
    const broken = Readable.from(
      (async function* () {
        yield PDF;
        throw Object.assign(new Error('gone: {"otp":"123456"}'), { code: "ECONNRESET" });
      })(),
    );
    const error = await expectRefusal({ file: broken }, "cannot be read (ECONNRESET)");
    const { cause } = error as { cause: Error };
    expect(cause.message).toContain("gone");
    expect(cause.stack).not.toContain("123456");
  });

  it("may be changed after the call", async () => {
    const params = { ...about, file: new Blob([PDF]), documentNumber: "before" };
    const { fetch, calls } = fakeFetch(genuine);
    const done = createClient({ fetch, validation: "off" }).documents.upload(params);
    params.documentNumber = "after";
    await done;
    const body = calls[0]?.init.body;
    expect(body instanceof FormData && body.get("documentNumber")).toBe("before");
  });
});

describe("the type of a file", () => {
  it.each([
    ["its content", { file: JPEG }, "image/jpeg"],
    ["the extension of its name", { file: new File(["scan"], "scan.JPEG") }, "image/jpeg"],
    ["the name that is given", { file: new Uint8Array(4), fileName: "scan.png" }, "image/png"],
    ["the extension of its path", { file: { path: fileWith("scan.png", JPEG.subarray(3)) } }, "image/png"],
    ["its content, where the name says nothing", { file: PNG, fileName: "scan.old" }, "image/png"],
  ])("comes from %s [DOC-02]", async (_case, params, type) => {
    expect(await sentFile(params)).toMatchObject({ type });
  });

  it.each([
    [
      "name and content",
      { file: PNG, fileName: "a.pdf" },
      "application/pdf by its name, image/png by its content",
    ],
    [
      "type and content",
      { file: new Blob([JPEG], { type: "image/png" }) },
      "image/png by its type, image/jpeg by its content",
    ],
    [
      "type and name",
      { file: new File(["scan"], "scan.jpg", { type: "application/pdf" }) },
      "application/pdf by its type, image/jpeg by its name",
    ],
  ])("may not be given twice: %s [DOC-02]", async (_case, params, message) => {
    await expectRefusal(params, `has media types that contradict each other: ${message}`);
  });

  it("must be known and accepted by the service [DOC-02]", async () => {
    await expectRefusal({ file: Buffer.from("PK\x03\x04 docx") }, 'got "application/zip"');
    await expectRefusal({ file: Buffer.from("GIF89a") }, 'got "": name the file, or pass a Blob with a type');
  });
});

describe("the size of a file", () => {
  it("of bytes and of a Blob is checked before reading [DOC-03]", async () => {
    const slice = vi.spyOn(Blob.prototype, "slice");
    await expectRefusal({ file: new Uint8Array(TEN_MIB + 1) }, "at most 10485760 bytes, got 10485761");
    expect(slice).not.toHaveBeenCalled();
  });

  it("of a stream may be exactly 10 MiB [DOC-03]", async () => {
    const file = await sentFile({ file: webStream(PDF, new Uint8Array(TEN_MIB - PDF.length)) });
    expect(file.size).toBe(TEN_MIB);
  });

  it.each(["a web stream", "a Node stream"])(
    "of %s beyond 10 MiB stops the reading and closes the stream [DOC-03]",
    async (kind) => {
      let pulled = 0;
      let closed = 0;
      const chunk = new Uint8Array(1024 * 1024);
      const long =
        kind === "a web stream"
          ? new ReadableStream<Uint8Array>(
              {
                pull(controller) {
                  pulled += 1;
                  controller.enqueue(chunk);
                  if (pulled === 30) controller.close();
                },
                cancel: () => void (closed += 1),
              },
              { highWaterMark: 0 },
            )
          : new Readable({
              highWaterMark: 0,
              read() {
                pulled += 1;
                this.push(pulled > 30 ? null : chunk);
              },
              destroy(_error, done) {
                closed += 1;
                done(null);
              },
            });
      await expectRefusal({ file: long, fileName: "a.pdf" }, "at most 10485760 bytes, got more");
      expect(pulled).toBeLessThanOrEqual(13);
      await vi.waitFor(() => expect(closed).toBe(1));
    },
  );

  it("of a large file on the disk is checked without reading all of it [DOC-03]", async () => {
    await expectRefusal(
      { file: { path: fileWith("large.pdf", new Uint8Array(TEN_MIB + 1)) } },
      "at most 10485760",
    );
  });
});

describe("reading a file", () => {
  it("ends when the signal aborts, even if the stream hangs", async () => {
    const controller = new AbortController();
    const cancel = vi.fn();
    const hanging = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}), cancel });
    const { done, calls } = upload({ file: hanging }, { signal: controller.signal });
    const reason = new Error("the customer went away");
    await vi.waitUntil(() => hanging.locked);
    controller.abort(reason);
    expect(await rejection(done)).toMatchObject({
      name: "AbortError",
      code: "ABORTED",
      operation: "documents.upload",
      outcome: "not-executed",
      advice: "retry",
      cause: reason,
    });
    expect(calls).toHaveLength(0);
    await vi.waitUntil(() => cancel.mock.calls.length === 1);
  });
});

describe("a CSV file of customers", () => {
  const csv = "platformCustomerId\nada é\n";
  it.each<[string, () => string | UploadFile, string]>([
    ["text", () => csv, "customers.csv"],
    ["a Buffer", () => Buffer.from(csv), "customers.csv"],
    ["a Node stream", () => Readable.from([Buffer.from(csv)]), "customers.csv"],
    ["a Node stream of text", () => Readable.from([...csv]), "customers.csv"],
    ["a web stream", () => webStream(Buffer.from(csv)), "customers.csv"],
    ["a path", () => ({ path: fileWith("people.csv", Buffer.from(csv)) }), "people.csv"],
  ])("may be %s", async (_case, make, name) => {
    const { fetch, calls } = fakeFetch(genuine);
    await createClient({ fetch }).customers.bulk.upload(make());
    const body = calls[0]?.init.body;
    const file = body instanceof FormData ? body.get("file") : undefined;
    expect(file).toMatchObject({ name, type: "text/csv" });
    expect(await (file as File).text()).toBe(csv);
  });
});

it.each(["bytes", "csv"])(
  "sends the %s that the caller passed, also if it uses its memory again",
  async (what) => {
    const { fetch, calls } = fakeFetch(genuine);
    const { documents, customers } = createClient({ fetch, validation: "off" });
    const memory = new Uint8Array(PDF);
    const started =
      what === "csv" ? customers.bulk.upload(memory.fill(65)) : documents.upload({ ...about, file: memory });
    const expected = Buffer.from(memory).toString("latin1");
    memory.fill(66);
    await started;
    const file = (calls[0]?.init.body as FormData).get("file") as File;
    expect(Buffer.from(await file.arrayBuffer()).toString("latin1")).toBe(expected);
  },
);
