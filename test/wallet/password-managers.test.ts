import { browserPasskeys, toAssertion, toAttestation } from "payments-sdk/wallet";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { creation, failureOf, prepared, request, stubPage } from "./passkeys-support";
import { WalletWorld } from "./support";

let { credentials } = {} as ReturnType<typeof stubPage>; // Set before each test.
beforeEach(() => {
  ({ credentials } = stubPage());
});
afterEach(() => void vi.unstubAllGlobals());

interface Given extends Record<string, unknown> {
  response: Record<string, unknown>;
}

const illegal = () => {
  throw new TypeError("Illegal invocation");
};

/** What password managers do to the browser's objects. */
const changes: Record<string, (given: Given) => void> = {
  "getTransports throws": ({ response }) => (response["getTransports"] = illegal),
  "getTransports is missing": ({ response }) => delete response["getTransports"],
  "getClientExtensionResults throws": (given) => (given["getClientExtensionResults"] = illegal),
  "getClientExtensionResults is missing": (given) => delete given["getClientExtensionResults"],
  "every other method throws": (given) => {
    given["toJSON"] = illegal;
    for (const name of ["getPublicKey", "getPublicKeyAlgorithm", "getAuthenticatorData"])
      given.response[name] = illegal;
  },
  "the user handle is empty": ({ response }) => {
    if ("userHandle" in response) response["userHandle"] = new ArrayBuffer(0);
  },
};

function changed(change: (given: Given) => void): void {
  for (const name of ["create", "get"] as const) {
    const original = credentials[name].getMockImplementation() as (call: never) => Promise<unknown>;
    credentials[name].mockImplementation(async (call: unknown) => {
      const given = (await original(call as never)) as Given;
      change(given);
      return given;
    });
  }
}

describe("a password manager", () => {
  it.each(Object.entries(changes))("registers and signs in although %s", async (_, change) => {
    changed(change);
    const world = await WalletWorld.create("production", {
      wallet: { webAuthn: { rpId: "wallet.example", origins: ["https://wallet.example"] } },
    });
    const wallet = world.wallet({ passkeys: browserPasskeys() });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(wallet.signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
  });

  it("that gives something unreadable is no cancelled dialog", async () => {
    const passkeys = await prepared();
    credentials.create.mockResolvedValueOnce({ rawId: new ArrayBuffer(16) });
    credentials.get.mockResolvedValueOnce({ rawId: new ArrayBuffer(16), response: null });
    for (const failure of [
      await failureOf(passkeys.create(creation)),
      await failureOf(passkeys.get(request)),
    ]) {
      expect(failure).toMatchObject({ code: "PASSKEY_FAILED", reason: "unreadable" });
      expect(failure.cause).toBeInstanceOf(Error);
    }
  });

  it("that fails in its own code is no cancelled dialog", async () => {
    const passkeys = await prepared();
    credentials.get.mockRejectedValueOnce(new TypeError("a.b is not a function"));
    expect(await failureOf(passkeys.get(request))).toMatchObject({ reason: "unreadable" });
  });
});

it("toAttestation and toAssertion leave out optional parts that are missing or empty", () => {
  const [rawId, clientDataJSON, attestationObject] = ["cmF3", "Y2xpZW50", "YXR0"];
  const response = { clientDataJSON, attestationObject, getTransports: illegal };
  expect(toAttestation({ rawId, response })).not.toHaveProperty("transports");
  const signed = { clientDataJSON, authenticatorData: "YXV0aA", signature: "c2ln", userHandle: "" };
  expect(toAssertion({ rawId, response: signed })).not.toHaveProperty("userHandle");
});
