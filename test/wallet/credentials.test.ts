import { toAttestation } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { environments, WalletWorld } from "./support";

describe.each(environments)("credentials (%s)", (environment) => {
  it("registers a first credential of each type without a signature [CRD-09, SRY-12]", async () => {
    const world = await WalletWorld.create(environment);
    const email = await world.wallet().credentials.register({ type: "EMAIL_OTP" });
    expect(email).toMatchObject({ type: "EMAIL_OTP", nickname: "ada@example.com" });
    expect(world.sent).toHaveLength(1);

    const second = await WalletWorld.create(environment);
    const oidcToken = second.registrationToken("claim@example.com");
    const oauth = await second.wallet().credentials.register({ type: "OAUTH", oidcToken });
    expect(oauth).toMatchObject({ type: "OAUTH", nickname: "claim@example.com" });

    const third = await WalletWorld.create(environment);
    const passkey = await third.wallet().credentials.register({ type: "PASSKEY", nickname: "Ada's phone" });
    expect(passkey).toMatchObject({ type: "PASSKEY", nickname: "Ada's phone" });
    expect(third.signedRequests()).toEqual([]);
  });

  it("signs the registration of further credentials with the current session [CRD-10, CRD-11, SRY-05, AUT-07]", async () => {
    const { world, wallet } = await WalletWorld.signedIn(environment);

    await wallet.credentials.register({ type: "PASSKEY", nickname: "Ada's phone" });
    await wallet.credentials.register({ type: "OAUTH", oidcToken: world.registrationToken() });

    const { data } = await wallet.credentials.list();
    expect(data.map(({ type }) => type)).toEqual(["EMAIL_OTP", "PASSKEY", "OAUTH"]);
    expect(world.signedRequests()).toHaveLength(2);
    const [, asked, signed] = world.sentTo("POST", "/auth/credentials");
    expect(signed?.body).toBe(asked?.body);
    expect(asked?.headers).not.toHaveProperty("service-wallet-signature");
  });

  it("sends the first code of a further email credential only after the signature [CRD-11]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signIn({ type: "PASSKEY" });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    expect(world.simulator.outbox.list).toHaveLength(1);
    await expect(wallet.signIn({ type: "EMAIL_OTP", otp: world.code() })).resolves.toMatchObject({
      type: "EMAIL_OTP",
    });
  });

  it("requires a session for a further credential [SES-05]", async () => {
    const world = await WalletWorld.create(environment);
    await world.wallet().credentials.register({ type: "EMAIL_OTP" });
    const attempt = world.wallet().credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(attempt).rejects.toMatchObject({
      name: "SessionRequiredError",
      code: "SESSION_REQUIRED",
      outcome: "not-executed",
      operation: "wallet.credentials.register",
    });
    expect(world.signedRequests()).toEqual([]);
  });

  it("passes on the error about a second credential of the same type [CRD-12, ERR-01, ERR-02]", async () => {
    const { world, wallet } = await WalletWorld.signedIn(environment);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(wallet.credentials.register({ type: "EMAIL_OTP" })).rejects.toMatchObject({
      name: "BadRequestError",
      code: "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS",
    });
    const body = {
      type: "PASSKEY",
      accountId: world.accountId,
      nickname: "Other",
      challenge: "Y2hhbGxlbmdl",
      attestation: world.device.create({ challenge: "Y2hhbGxlbmdl" }),
    } as const;
    const attestation = toAttestation(body.attestation);
    await expect(wallet.credentials.register({ ...body, attestation })).rejects.toMatchObject({
      code: "PASSKEY_CREDENTIAL_ALREADY_EXISTS",
    });
  });

  it("registers a passkey that was created elsewhere [CRD-07, CRD-28]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet({ passkeys: undefined });
    const challenge = "cmVnaXN0ZXI";
    const { rawId, response } = world.device.create({ challenge });
    const attestation = {
      credentialId: rawId,
      clientDataJson: response.clientDataJSON,
      attestationObject: response.attestationObject,
      transports: ["internal"],
    };
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone", challenge, attestation });
    const [request] = world.sentTo("POST", "/auth/credentials");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      type: "PASSKEY",
      accountId: world.accountId,
      nickname: "Phone",
      challenge,
      attestation,
    });
  });

  it("requests a discoverable passkey with the backend's challenge [CRD-30]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet({ registrationChallenge: () => "YmFja2VuZA" });
    const { request } = await wallet.credentials.prepareRegistration({
      type: "PASSKEY",
      nickname: "Ada's phone",
      user: { name: "ada@example.com", displayName: "Ada" },
      excludeCredentials: ["b3RoZXI"],
    });
    expect(request).toEqual({
      challenge: "YmFja2VuZA",
      rp: { id: "wallet.example", name: "Example" },
      user: { id: expect.stringMatching(/^[\w-]{43}$/), name: "ada@example.com", displayName: "Ada" },
      pubKeyCredParams: [
        { type: "public-key", alg: -7 },
        { type: "public-key", alg: -257 },
      ],
      excludeCredentials: [{ id: "b3RoZXI", type: "public-key" }],
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    });
  });

  it("creates a new challenge for every registration if it has a client [CRD-30]", async () => {
    const world = await WalletWorld.create(environment);
    const { credentials } = world.wallet();
    const first = await credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" });
    const second = await credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" });
    expect(first.request.challenge).toMatch(/^[\w-]{43}$/);
    expect(first.request.challenge).not.toBe(second.request.challenge);
    expect(first.request.user.id).toBe(second.request.user.id);
  });

  it("revokes a credential with a session of another one, and drops the sessions of the revoked one [CRD-25, CRD-27, OP-13]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const byEmail = await world.signInByEmail(wallet);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const byPasskey = await wallet.signIn({ type: "PASSKEY" });
    expect(wallet.session).toBe(byPasskey);

    // The newest session is one of the credential to be revoked: the other one has to sign.
    await wallet.credentials.revoke(byPasskey.credentialId);

    const { data } = await wallet.credentials.list();
    expect(data.map(({ id }) => id)).toEqual([byEmail.credentialId]);
    expect(wallet.session).toBe(byEmail);
    await expect(byPasskey.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" });
  });

  it("requires a sign-in with another credential before it signs [CRD-25]", async () => {
    const { world, wallet, session } = await WalletWorld.signedIn(environment);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const before = world.signedRequests().length;

    await expect(wallet.credentials.revoke(session.credentialId)).rejects.toMatchObject({
      name: "OtherCredentialRequiredError",
      code: "OTHER_CREDENTIAL_REQUIRED",
      credentialId: session.credentialId,
      outcome: "not-executed",
    });
    expect(world.signedRequests()).toHaveLength(before);
  });

  it("asks for a sign-in with another credential, and continues [CRD-25]", async () => {
    const world = await WalletWorld.create(environment);
    const asked: unknown[] = [];
    const wallet = world.wallet({
      onSessionRequired: async (request) => {
        asked.push(request);
        await wallet.signIn({ type: "PASSKEY" });
      },
    });
    const { credentialId } = await world.signInByEmail(wallet);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });

    await wallet.credentials.revoke(credentialId);

    expect(asked).toEqual([
      { operation: "wallet.credentials.revoke", reason: "other-credential", credentialId },
    ]);
    const { data } = await wallet.credentials.list();
    expect(data.map(({ type }) => type)).toEqual(["PASSKEY"]);
  });

  it("passes on the error about the last credential [CRD-26, ERR-03]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const { credentialId } = await world.signInByEmail(wallet);
    await expect(wallet.credentials.revoke(credentialId)).rejects.toMatchObject({
      name: "BadRequestError",
      status: 400,
    });
    expect(world.signedRequests()).toEqual([]);
  });
});

it("passkeys in production name the missing option", async () => {
  const world = await WalletWorld.create("production");
  const wallet = world.wallet({ passkeys: undefined });
  const registering = wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  await expect(registering).rejects.toMatchObject({ name: "ConfigurationError", option: "passkeys" });
});
