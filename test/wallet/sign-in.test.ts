import { isApiError, PaymentsClient } from "payments-sdk";
import { sandboxValues } from "payments-sdk/wallet";
import type { PasskeyCeremony } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { createRecordedClient, environments, WalletWorld } from "./support";

describe.each(environments)("signing in (%s)", (environment) => {
  it("signs in by email with the code of the registration, without a challenge [CRD-17, CRD-22, AUT-07]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const credential = await wallet.credentials.register({ type: "EMAIL_OTP" });

    const session = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });

    expect(session).toMatchObject({
      accountId: world.accountId,
      credentialId: credential.id,
      type: "EMAIL_OTP",
      nickname: "ada@example.com",
      expiresAt: "2026-04-27T09:15:00.000Z",
      isActive: true,
    });
    expect(wallet.session).toBe(session);
    expect(world.sentTo("POST", /\/challenge$/)).toEqual([]);
  });

  it("signs in again with a requested code, and keeps the earlier session [CRD-15, CRD-17, SES-04, SES-06]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const first = await world.signInByEmail(wallet);

    const credential = await wallet.requestCode();
    expect(credential.nickname).toBe("ada@example.com");
    const second = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });

    expect(wallet.session).toBe(second);
    expect(wallet.sessions.held).toEqual([first, second]);
    const listed = await wallet.sessions.list();
    expect(listed.data.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it("passes on the service's reason for a wrong code, and holds no session [SBX-36, AUT-08]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    await wallet.credentials.register({ type: "EMAIL_OTP" });

    const error = await wallet
      .signIn({ type: "EMAIL_OTP", otp: "918273" })
      .catch((caught: unknown) => caught);

    expect(isApiError(error) && error.reason).toBe("Invalid OTP code");
    expect(wallet.session).toBeUndefined();
  });

  it("signs in with an OpenID token, without a challenge [CRD-16, CRD-19, AUT-07]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const credential = await wallet.credentials.register({
      type: "OAUTH",
      oidcToken: world.registrationToken(),
    });

    const session = await wallet.signIn({ type: "OAUTH", oidcToken: world.signInToken() });

    expect(session).toMatchObject({
      credentialId: credential.id,
      type: "OAUTH",
      nickname: "ada@example.com",
    });
    expect(world.sentTo("POST", /\/challenge$/)).toEqual([]);
  });

  it("requires `credentialId` if several OpenID credentials exist [CRD-12]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const first = await wallet.credentials.register({ type: "OAUTH", oidcToken: world.registrationToken() });
    await wallet.signIn({ type: "OAUTH", oidcToken: world.signInToken() });
    await wallet.credentials.register({
      type: "OAUTH",
      oidcToken: world.registrationToken("eve@example.com"),
    });

    const oidcToken = world.signInToken();
    await expect(wallet.signIn({ type: "OAUTH", oidcToken })).rejects.toMatchObject({
      name: "InvalidRequestError",
    });

    const session = await wallet.signIn({ type: "OAUTH", oidcToken, credentialId: first.id });
    expect(session.credentialId).toBe(first.id);
  });

  it("registers a passkey and signs in with one key pair for challenge and verification [CRD-20, CRD-21, OP-20]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const credential = await wallet.credentials.register({ type: "PASSKEY", nickname: "Ada's phone" });

    const session = await wallet.signIn({ type: "PASSKEY" });

    expect(session).toMatchObject({ credentialId: credential.id, type: "PASSKEY", nickname: "Ada's phone" });
    const [challenge] = world.sentTo("POST", /\/challenge$/);
    const [verify] = world.sentTo("POST", /\/verify$/);
    const { clientPublicKey } = JSON.parse(challenge?.body ?? "");
    expect(clientPublicKey).toMatch(/^04[\da-f]{128}$/);
    expect(JSON.parse(verify?.body ?? "")).toMatchObject({ type: "PASSKEY", clientPublicKey });
    expect(verify?.headers["request-id"]).toMatch(/./);
  });

  it("creates a new key pair for every sign-in [CRY-02]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    await wallet.credentials.register({ type: "OAUTH", oidcToken: world.registrationToken() });
    for (let round = 0; round < 3; round += 1) {
      await wallet.signIn({ type: "OAUTH", oidcToken: world.signInToken() });
    }
    const keys = world.sentTo("POST", /\/verify$/).map(({ body }) => JSON.parse(body).clientPublicKey);
    expect(new Set(keys).size).toBe(3);
  });

  it("awaits nothing between the gesture and the ceremony after preparation", async () => {
    const world = await WalletWorld.create(environment);
    const calls: string[] = [];
    const passkeys: PasskeyCeremony = {
      prepare: () => calls.push("prepare"),
      create: (options) => {
        calls.push("create");
        return world.device.create(options);
      },
      get: (options) => {
        calls.push("get");
        return world.device.get(options);
      },
    };
    const wallet = world.wallet({ passkeys });

    const registration = await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" });
    expect(calls).toEqual(["prepare"]);
    const registering = wallet.credentials.register(registration);
    expect(calls).toEqual(["prepare", "create"]);
    await registering;

    const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });
    expect(calls).toEqual(["prepare", "create", "prepare"]);
    const signingIn = wallet.signIn(prepared);
    expect(calls).toEqual(["prepare", "create", "prepare", "get"]);
    expect((await signingIn).isActive).toBe(true);
  });

  it("retries a prepared sign-in after a closed dialog, and rejects one that is too old [OP-19]", async () => {
    const world = await WalletWorld.create(environment);
    let closed = true;
    const passkeys: PasskeyCeremony = {
      create: (options) => world.device.create(options),
      get: (options) => {
        if (!closed) return world.device.get(options);
        throw new DOMException("The operation either timed out or was not allowed.", "NotAllowedError");
      },
    };
    const wallet = world.wallet({ passkeys });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });

    await expect(wallet.signIn(prepared)).rejects.toMatchObject({ name: "NotAllowedError" });
    closed = false;
    await expect(wallet.signIn(prepared)).resolves.toMatchObject({ type: "PASSKEY" });

    const old = await wallet.prepareSignIn({ type: "PASSKEY" });
    await world.simulator.clock.advance("5m");
    await wallet.credentials.list();
    await expect(wallet.signIn(old)).rejects.toMatchObject({ name: "ChallengeExpiredError" });
  });

  it("reports a missing credential of the type", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const missing = { name: "CredentialNotFoundError", code: "CREDENTIAL_NOT_FOUND" };
    await expect(wallet.signIn({ type: "PASSKEY" })).rejects.toMatchObject({ ...missing, type: "PASSKEY" });
    await expect(wallet.requestCode()).rejects.toMatchObject({ ...missing, type: "EMAIL_OTP" });
  });

  it("serializes and prints a session without its key [SES-11]", async () => {
    const world = await WalletWorld.create(environment);
    const session = await world.signInByEmail(world.wallet());
    expect(Object.keys(JSON.parse(JSON.stringify(session))).sort()).toEqual([
      "accountId",
      "createdAt",
      "credentialId",
      "expiresAt",
      "id",
      "nickname",
      "signedInAt",
      "type",
    ]);
  });
});

describe("magic values", () => {
  it("are rejected in production before anything is sent [SBX-34]", async () => {
    const world = await WalletWorld.create("production");
    const params = { type: "OAUTH", oidcToken: sandboxValues.oidcToken } as const;
    await expect(world.wallet().signIn(params)).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      issues: [{ path: "oidcToken", message: expect.stringContaining("is a sandbox value") }],
    });
    expect(world.sent).toEqual([]);
  });

  it("are valid in production as emailed codes: 000000 signs in", async () => {
    const world = await WalletWorld.create("production");
    await world.wallet().credentials.register({ type: "EMAIL_OTP" });
    const { fetch, ...connection } = world.simulator.clientOptions();
    // The service that mailed this code.
    const client = new PaymentsClient({
      ...connection,
      fetch: (url, init) => {
        const { body } = init;
        if (typeof body !== "string") return fetch(url, init);
        return fetch(url, { ...init, body: body.replace('"000000"', `"${world.code()}"`) });
      },
    });
    await expect(
      world.wallet({ client }).signIn({ type: "EMAIL_OTP", otp: "000000" }),
    ).resolves.toMatchObject({
      type: "EMAIL_OTP",
      isActive: true,
    });
  });

  it("are rejected as a passkey's signature and as a registration's token [SBX-34]", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({
      passkeys: {
        create: (options) => world.device.create(options),
        get: (options) => {
          const credential = world.device.get(options);
          return {
            ...credential,
            response: { ...credential.response, signature: sandboxValues.passkeySignature },
          };
        },
      },
    });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(wallet.signIn({ type: "PASSKEY" })).rejects.toThrow("is a sandbox value");
    const registration = { type: "OAUTH", oidcToken: sandboxValues.oidcToken } as const;
    await expect(wallet.credentials.register(registration)).rejects.toThrow("is a sandbox value");
    expect(world.sentTo("POST", /\/verify$/)).toEqual([]);
  });

  it("replace a device for passkeys in the sandbox [SBX-37]", async () => {
    const world = await WalletWorld.create("sandbox");
    const wallet = world.wallet({ passkeys: undefined });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(wallet.signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
  });

  it("make an unreadable session key harmless in the sandbox [CRY-12, OP-06, SBX-42]", async () => {
    const world = await WalletWorld.create("sandbox", { wallet: { sessionKey: "opaque" } });
    const session = await world.signInByEmail(world.wallet());
    expect(await session.stamp("anything")).toBe(sandboxValues.walletSignature);
    expect(session.publicKey).toBeUndefined();
  });
});

describe("an OpenID token", () => {
  it("passes at 59 seconds, and is rejected at 60 before it is sent [CRD-06, CRD-19, LIM-05]", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({ now: () => world.simulator.clock.now() });
    const aged = (seconds: number) =>
      world.simulator.issueOidcToken({
        email: "ada@example.com",
        issuedAt: world.simulator.clock.now() - seconds * 1000,
      });
    await expect(wallet.credentials.register({ type: "OAUTH", oidcToken: aged(60) })).rejects.toMatchObject({
      name: "InvalidRequestError",
      operation: "wallet.credentials.register",
    });
    expect(world.sent).toEqual([]);
    await wallet.credentials.register({ type: "OAUTH", oidcToken: aged(59) });

    const stale = wallet.signIn({ type: "OAUTH", oidcToken: aged(60) });
    await expect(stale).rejects.toMatchObject({ name: "InvalidRequestError", operation: "wallet.signIn" });
    expect(world.sentTo("POST", /\/verify$/)).toEqual([]);
    await expect(wallet.signIn({ type: "OAUTH", oidcToken: aged(59) })).resolves.toMatchObject({
      type: "OAUTH",
    });
  });

  it("is left to the service if its time is unknown, or if the check is off [CRD-06]", async () => {
    const world = await WalletWorld.create("production");
    const oidcToken = world.simulator.issueOidcToken({ email: "ada@example.com" });
    await world.simulator.clock.advance("61s");
    const refused = { name: "AuthenticationError", reason: "Invalid OIDC token" };

    const unknowing = world.wallet({ client: createRecordedClient(world.simulator, world.sent) });
    await expect(unknowing.credentials.register({ type: "OAUTH", oidcToken })).rejects.toMatchObject(refused);
    await expect(unknowing.credentials.register({ type: "OAUTH", oidcToken })).rejects.toMatchObject({
      name: "InvalidRequestError",
    });

    const unchecking = world.wallet({ oidcTokenMaxAge: Infinity });
    await expect(unchecking.credentials.register({ type: "OAUTH", oidcToken })).rejects.toMatchObject(
      refused,
    );
    await expect(
      unchecking.credentials.register({ type: "OAUTH", oidcToken: "no.jwt" }),
    ).rejects.toMatchObject({
      status: 401,
    });
  });
});
