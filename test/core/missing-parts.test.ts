import { browserPasskeys } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import { loadP256 } from "../../src/wallet/crypto/load-p256";
import { createClient, fakeFetch, rejection } from "./client";

// A page of an earlier release asks for files that the server no longer has.
vi.mock("../../src/resources/upload-form", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("../../src/wallet/crypto/library-p256", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("@simplewebauthn/browser", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

const lost = { name: "ConnectionError", code: "PART_NOT_LOADED", outcome: "not-executed", advice: "fix" };

describe("a part of the package that cannot be loaded", () => {
  it("ends an upload before anything is sent", async () => {
    const { fetch, calls } = fakeFetch(() => Response.json({}));
    const upload = createClient({ fetch }).documents.upload({
      documentHolder: "Customer:1",
      documentType: "PASSPORT",
      country: "GB",
      file: new Blob(["%PDF-1.7"], { type: "application/pdf" }),
    });
    expect(await rejection(upload)).toMatchObject({ ...lost, operation: "documents.upload" });
    expect(calls).toHaveLength(0);
  });

  it("ends a wallet's call with the same advice", async () => {
    expect(await rejection(loadP256())).toMatchObject(lost);
  });

  it("ends a passkey's ceremony before its dialog", async () => {
    const { prepare } = browserPasskeys({ storage: false });
    expect(await rejection(Promise.resolve(prepare?.()))).toMatchObject(lost);
  });
});
