import { browserPasskeys, toAssertion, toAttestation } from "payments-sdk/wallet";
import type { PasskeyCreationOptions } from "payments-sdk/wallet";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { creation, failureOf, fakeStorage, prepared, request, stubPage, thrown } from "./passkeys-support";

/** What the compiler does not let pass, as JavaScript does. */
const wrong = (value: unknown) => value as never;

let { credentials } = {} as ReturnType<typeof stubPage>; // Set before each test.

beforeEach(() => {
  ({ credentials } = stubPage());
});

afterEach(() => void vi.unstubAllGlobals());

describe("the request of a ceremony", () => {
  it.each([
    ["a challenge that is a number", { challenge: 1234 }, "challenge"],
    ["a challenge in a list", { challenge: ["AAAA"] }, "challenge"],
    ["a challenge with a sign before it", { challenge: "!AAAAA" }, "challenge"],
    ["a challenge that is nearly all padding", { challenge: "A==" }, "challenge"],
    ["null among the passkeys", { excludeCredentials: [null] }, "excludeCredentials"],
    ["a text among the passkeys", { excludeCredentials: ["AAAA"] }, "excludeCredentials"],
    ["a passkey without an id", { excludeCredentials: [{}] }, "excludeCredentials"],
    ["a user id of 65 bytes, padded", { user: { ...creation.user, id: `${"A".repeat(87)}=` } }, "user.id"],
  ])("must not be %s", async (_, change, path) => {
    const passkeys = await prepared();
    await expect(passkeys.create({ ...creation, ...(change as object) })).rejects.toMatchObject({
      name: "InvalidRequestError",
      operation: "passkeys.create",
      issues: [{ path }],
    });
    expect(credentials.create).not.toHaveBeenCalled();
  });

  it("is named in the error", async () => {
    const passkeys = await prepared();
    await expect(passkeys.get({ ...request, challenge: "" })).rejects.toMatchObject({
      operation: "passkeys.get",
    });
  });

  it("may have a padded challenge, and a user id of 64 bytes", async () => {
    const passkeys = await prepared();
    const padded: PasskeyCreationOptions = {
      ...creation,
      challenge: "AAAAAA==",
      user: { ...creation.user, id: `${"A".repeat(86)}==` },
    };
    await expect(passkeys.create(padded)).resolves.toHaveProperty("rawId");
  });

  it("is not aborted by the signal of an earlier ceremony", async () => {
    const passkeys = await prepared();
    const first = new AbortController();
    await passkeys.create(creation, first.signal);
    let isClosed = false;
    credentials.get.mockImplementationOnce(async ({ signal }) => {
      signal.addEventListener("abort", () => (isClosed = true));
      first.abort();
      throw thrown("NotAllowedError");
    });
    await failureOf(passkeys.get(request));
    expect(isClosed).toBe(false);
  });
});

describe("the storage of a ceremony", () => {
  it("is a storage, `false` or absent", () => {
    expect(() => browserPasskeys({ storage: wrong("local") })).toThrow(
      expect.objectContaining({ name: "ConfigurationError", option: "storage" }),
    );
    expect(() => browserPasskeys(wrong(null))).not.toThrow();
  });

  it("is not `localStorage` if it is `false`", () => {
    const storage = fakeStorage();
    vi.stubGlobal("localStorage", storage);
    browserPasskeys({ storage: false }).remember?.("InternalAccount:1", "AAAA");
    expect(storage.items.size).toBe(0);
    browserPasskeys().remember?.("InternalAccount:1", "AAAA");
    expect(storage.items.size).toBe(1);
    expect(browserPasskeys({ storage: false }).recall?.("InternalAccount:1")).toBeUndefined();
    expect(browserPasskeys().recall?.("InternalAccount:1")).toBe("AAAA");
  });
});

describe("the error of a ceremony", () => {
  it("claims the least if the browser throws something other than an error", async () => {
    const passkeys = await prepared();
    credentials.get.mockRejectedValueOnce("no");
    expect(await failureOf(passkeys.get(request))).toMatchObject({ reason: "unreadable" });
  });

  it("has the hint in its message, and no `hint` otherwise", async () => {
    const passkeys = await prepared();
    credentials.get.mockRejectedValue(thrown("NotAllowedError"));
    const plain = await failureOf(passkeys.get(request));
    expect(plain).not.toHaveProperty("hint");
    expect(plain.message).toMatch(/Browsers do not say which\.$/);

    vi.stubGlobal("self", {});
    vi.stubGlobal("parent", {});
    vi.stubGlobal("document", { featurePolicy: null });
    const embedded = await failureOf(passkeys.get(request));
    expect(embedded.hint).toContain("may not allow `publickey-credentials-get`");
    expect(embedded.message).toBe(`${plain.message} ${embedded.hint}`);
  });
});

describe("the credential of a browser", () => {
  const attestation = { clientDataJSON: "AAAA", attestationObject: "AAAA" };
  const assertion = { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" };

  it.each([
    ["rawId", { rawId: 5, response: attestation }],
    ["rawId", { rawId: { byteLength: 3 }, response: attestation }],
    ["response.clientDataJSON", { rawId: "AAAA", response: { ...attestation, clientDataJSON: null } }],
    ["response.attestationObject", { rawId: "AAAA", response: { ...attestation, attestationObject: [] } }],
  ])("is not an attestation if `%s` is not bytes", (path, credential) => {
    expect(() => toAttestation(wrong(credential))).toThrow(
      expect.objectContaining({
        name: "InvalidRequestError",
        operation: "toAttestation",
        issues: [{ path, message: "must be bytes or base64url text" }],
      }),
    );
  });

  it.each([
    ["rawId", { rawId: undefined, response: assertion }],
    ["response.clientDataJSON", { rawId: "AAAA", response: { ...assertion, clientDataJSON: 5 } }],
    ["response.authenticatorData", { rawId: "AAAA", response: { ...assertion, authenticatorData: {} } }],
    ["response.signature", { rawId: "AAAA", response: { ...assertion, signature: true } }],
  ])("is not an assertion if `%s` is not bytes", (path, credential) => {
    expect(() => toAssertion(wrong(credential))).toThrow(
      expect.objectContaining({
        name: "InvalidRequestError",
        operation: "toAssertion",
        issues: [{ path, message: "must be bytes or base64url text" }],
      }),
    );
  });
});
