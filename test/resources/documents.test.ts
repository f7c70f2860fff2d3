import type { DocumentUploadParams } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient as createFakeClient, fakeFetch, rejection } from "../core/client";
import { clientOf, createSimulator } from "../support/world";
import { genuine } from "./genuine";

const TEN_MIB = 10 * 1024 * 1024;
const blob = (type: string, bytes = 4) => new Blob([new Uint8Array(bytes)], { type });
const about = { documentHolder: "Customer:1", documentType: "PASSPORT", country: "GB" } as const;

/** Uploads with a `fetch` that records the request. Plain JavaScript may pass any value. */
function upload(params: unknown) {
  const { fetch, calls } = fakeFetch(genuine);
  const done = createFakeClient({ fetch, validation: "off" }).documents.upload(
    params as DocumentUploadParams,
  );
  return { done, calls };
}

async function sentForm(params: unknown): Promise<FormData> {
  const { done, calls } = upload(params);
  await done;
  const body = calls[0]?.init.body;
  if (!(body instanceof FormData)) throw new Error("no form was sent");
  return body;
}

async function expectRefusal(params: unknown, path: string, message: string): Promise<void> {
  const { done, calls } = upload(params);
  expect(await rejection(done)).toMatchObject({
    name: "InvalidRequestError",
    operation: "documents.upload",
    outcome: "not-executed",
    issues: [{ path, message: expect.stringContaining(message) }],
  });
  expect(calls).toHaveLength(0);
}

it("a field that an instance of a class inherits is refused, because the form would lack it", async () => {
  class Passport {
    file = blob("image/png");
    documentHolder = "Customer:1";
    get documentNumber() {
      return "123";
    }
  }
  await expectRefusal(Object.assign(new Passport(), about), "documentNumber", "is inherited");
});

it("an upload has the headers of its call, also if the caller uses its object for the next one", async () => {
  const { fetch, calls } = fakeFetch(genuine);
  const payments = createFakeClient({ fetch, validation: "off" });
  const headers: Record<string, string> = {};
  const uploads = ["1", "2"].map((id) => {
    headers["x-request-id"] = id;
    return payments.documents.upload({ ...about, file: blob("image/png") }, { headers });
  });
  await Promise.all(uploads);
  expect(calls.map((call) => call.headers.get("x-request-id"))).toEqual(["1", "2"]);
});

describe("the file of an upload", () => {
  it.each(["application/pdf", "image/jpeg", "image/png", "IMAGE/PNG"])(
    "may have the type %s, which the service accepts [DOC-02]",
    async (type) => {
      const payments = clientOf(createSimulator());
      const holder = await payments.customers.create({
        customerType: "INDIVIDUAL",
        fullName: "Ada Lovelace",
      });
      const document = await payments.documents.upload({
        ...about,
        documentHolder: holder.id,
        file: blob(type),
      });
      expect(document).toMatchObject({ documentHolder: holder.id, documentType: "PASSPORT" });
      expect(await payments.documents.retrieve(document.id)).toEqual(document);
    },
  );

  it.each([
    "image/gif",
    "",
    "text/html",
    "image/svg+xml",
    "application/pdfx",
    "ximage/png",
    "image/png; a=b",
  ])("may not have the type %j, which is rejected before any request [DOC-02]", async (type) => {
    await expectRefusal(
      { ...about, file: blob(type) },
      "file",
      "media type application/pdf, image/jpeg or image/png",
    );
  });

  it("may have exactly 10 MiB [DOC-03]", async () => {
    const form = await sentForm({ ...about, file: blob("application/pdf", TEN_MIB) });
    expect(form.get("file")).toMatchObject({ size: 10_485_760 });
  });

  it("may not have one byte more, which is rejected before any request [DOC-03]", async () => {
    await expectRefusal(
      { ...about, file: blob("application/pdf", TEN_MIB + 1) },
      "file",
      "at most 10485760 bytes, got 10485761",
    );
  });

  it.each([
    ["text, not even a path", "passport.pdf"],
    ["nothing", undefined],
    ["something like a blob", { type: "application/pdf", size: 4 }],
  ])("may not be %s", async (_case, file) => {
    await expectRefusal({ ...about, file }, "file", "must be a Blob or a File");
  });
});

describe("the name of an uploaded file", () => {
  const file = new File(["%PDF"], "scan.pdf", { type: "application/pdf" });

  it.each([
    ["the one given", { file, fileName: "passport.pdf" }, "passport.pdf"],
    ["that of the file", { file }, "scan.pdf"],
    ["`document` for a blob", { file: blob("application/pdf") }, "document"],
  ])("is %s", async (_case, given, expected) => {
    const form = await sentForm({ ...about, ...given });
    expect(form.get("file")).toMatchObject({ name: expected });
    expect(form.has("fileName")).toBe(false);
  });
});

describe("the other fields of an upload", () => {
  it("are left out if they are absent or null", async () => {
    const form = await sentForm({
      ...about,
      file: blob("image/png"),
      side: undefined,
      documentNumber: null,
    });
    expect([...form.keys()]).toEqual(["documentHolder", "documentType", "country", "file"]);
  });

  it("may be newer than the package", async () => {
    const form = await sentForm({ ...about, file: blob("image/png"), issuedBy: "HMPO" });
    expect(form.get("issuedBy")).toBe("HMPO");
  });

  it.each([
    ["a number", 17],
    ["an object", { number: 17 }],
    ["a symbol", Symbol("17")],
  ])("are not converted to text: %s", async (_case, documentNumber) => {
    await expectRefusal(
      { ...about, file: blob("image/png"), documentNumber },
      "documentNumber",
      "must be a non-empty string",
    );
  });
});

describe("a replacement", () => {
  const pdf = new File(["%PDF"], "scan.pdf", { type: "application/pdf" });
  const replace = (file: unknown) => {
    const { fetch, calls } = fakeFetch(genuine);
    const done = createFakeClient({ fetch, validation: "off" }).documents.replace("Document:1", {
      documentType: "PASSPORT",
      country: "GB",
      file: file as Blob,
      fileName: "passport.pdf",
    });
    return { done, calls };
  };

  it("uses the given name, like an upload", async () => {
    const { done, calls } = replace(pdf);
    await done;
    const form = calls[0]?.init.body;
    expect(form instanceof FormData && form.get("file")).toMatchObject({ name: "passport.pdf" });
    expect(form instanceof FormData && form.has("fileName")).toBe(false);
  });

  it.each([
    ["of another type", blob("image/gif"), "must have the media type"],
    ["larger than 10 MiB", blob("image/png", TEN_MIB + 1), "at most 10485760 bytes"],
    ["text", "%PDF", "must be a Blob or a File"],
  ])(
    "may not be %s, which is rejected before any request [DOC-02] [DOC-03]",
    async (_case, file, message) => {
      const { done, calls } = replace(file);
      expect(await rejection(done)).toMatchObject({
        name: "InvalidRequestError",
        operation: "documents.replace",
        issues: [{ path: "file", message: expect.stringContaining(message) }],
      });
      expect(calls).toHaveLength(0);
    },
  );
});
