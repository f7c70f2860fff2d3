import type { CredentialCreateParams, PaymentsClient, Signer } from "payments-sdk";
import type { Fault } from "payments-sdk/simulator";
import { generateClientKeyPair, toAttestation } from "payments-sdk/wallet";
import { expect } from "vitest";
import { WalletWorld } from "./support";
import type { Environment, SentRequest } from "./support";

/** A session, or what stands for one. */
export type SessionSigner = Signer & { id: string };

export const { publicKey: exportKey } = await generateClientKeyPair();

/** The body of a passkey registration. */
export function passkeyOf(world: WalletWorld): CredentialCreateParams {
  const challenge = "cmVnaXN0ZXI";
  const attestation = toAttestation(world.device.create({ challenge }));
  return { type: "PASSKEY", accountId: world.accountId, nickname: "Ada's phone", challenge, attestation };
}

/** The operations that are signed by asking first, run through the resources with the wallet's session as signer. */
export const operations = [
  {
    name: "add credential",
    route: "POST /auth/credentials",
    run: (world: WalletWorld, signer: SessionSigner, client: PaymentsClient = world.payments) =>
      client.auth.credentials.create(passkeyOf(world), { signer }),
    result: { type: "PASSKEY", nickname: "Ada's phone" },
    status: 201,
  },
  {
    name: "revoke credential",
    route: "DELETE /auth/credentials/{id}",
    run: async (world: WalletWorld, signer: SessionSigner, client: PaymentsClient = world.payments) => {
      const { data } = await world.payments.auth.credentials.list({ accountId: world.accountId });
      const other = data.find(({ type }) => type === "OAUTH");
      return client.auth.credentials.revoke(other?.id ?? "", { signer });
    },
    result: undefined,
    status: 204,
  },
  {
    name: "revoke session",
    route: "DELETE /auth/sessions/{id}",
    run: (world: WalletWorld, signer: SessionSigner, client: PaymentsClient = world.payments) =>
      client.auth.sessions.revoke(signer.id, { signer }),
    result: undefined,
    status: 204,
  },
  {
    name: "export wallet",
    route: "POST /internal-accounts/{id}/export",
    run: (world: WalletWorld, signer: SessionSigner, client: PaymentsClient = world.payments) =>
      client.internalAccounts.export(world.accountId, { clientPublicKey: exportKey }, { signer }),
    result: { encryptedWalletCredentials: expect.any(String) },
    status: 200,
  },
];
export const deletions = operations.filter(({ route }) => route.startsWith("DELETE"));

/** A wallet with an email and an OpenID credential, signed in by email. */
export async function worldWithSession(environment: Environment) {
  const { world, wallet, session } = await WalletWorld.signedIn(environment);
  await wallet.credentials.register({ type: "OAUTH", oidcToken: world.registrationToken() });
  world.sent.length = 0;
  return { world, wallet, session };
}

/** The requests of one operation, among all that was sent. */
export function requests(world: WalletWorld, route: string): SentRequest[] {
  const [method = "", template = ""] = route.split(" ");
  return world.sentTo(method, new RegExp(`^${template.replace("{id}", "[^/]+")}$`));
}

/** Lets a fault strike the first signed request of an operation. */
export function hitSignedRequest(world: WalletWorld, route: string, fault: Omit<Fault, "operation">): void {
  world.simulator.faults.add({ times: 1, ...fault, operation: route, skip: 1 });
}

export function expectNoRequestIdTwice(world: WalletWorld): void {
  const sent = world.signedRequests();
  expect(new Set(sent).size).toBe(sent.length);
}
