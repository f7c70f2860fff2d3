import type { createReadStream, openAsBlob } from "node:fs";
import type { ReadableStream as NodeWebStream } from "node:stream/web";
import type { DocumentUploadParams, PaymentsClient, UploadFile, UploadOptions } from "payments-sdk";
import { describe, expectTypeOf, it } from "vitest";

type UploadProgress = Parameters<NonNullable<UploadOptions["onProgress"]>>[0];

type Csv = Parameters<PaymentsClient["customers"]["bulk"]["upload"]>[0];

describe("the parameters of an upload", () => {
  it("accept a file in every common form", () => {
    expectTypeOf<Blob | File | Buffer | Uint8Array | ArrayBuffer>().toExtend<UploadFile>();
    expectTypeOf<Awaited<ReturnType<typeof openAsBlob>>>().toExtend<UploadFile>();
    expectTypeOf<ReturnType<typeof createReadStream>>().toExtend<UploadFile>();
    expectTypeOf<NonNullable<Response["body"]>>().toExtend<UploadFile>();
    expectTypeOf<NodeWebStream<Uint8Array>>().toExtend<UploadFile>();
    expectTypeOf<{ path: string }>().toExtend<UploadFile>();
    expectTypeOf<{ path: URL }>().toExtend<UploadFile>();
    expectTypeOf<DocumentUploadParams["file"]>().toEqualTypeOf<UploadFile>();
  });

  it("accept text only for CSV, because elsewhere it could mean a path", () => {
    expectTypeOf<string>().not.toExtend<UploadFile>();
    expectTypeOf<Csv>().toEqualTypeOf<string | UploadFile>();
  });

  it("accept a listener for the progress in the options", () => {
    expectTypeOf<PaymentsClient["documents"]["upload"]>()
      .parameter(1)
      .toEqualTypeOf<UploadOptions | undefined>();
    expectTypeOf<PaymentsClient["documents"]["replace"]>()
      .parameter(2)
      .toEqualTypeOf<UploadOptions | undefined>();
    expectTypeOf<NonNullable<UploadOptions["onProgress"]>>().parameter(0).toEqualTypeOf<UploadProgress>();
    // @ts-expect-error only an upload has a progress
    void ((payments: PaymentsClient) => payments.documents.delete("Document:1", { onProgress: () => {} }));
  });
});
