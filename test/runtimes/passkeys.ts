import * as verifier from "@simplewebauthn/server";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { memoryStore, Wallet } from "payments-sdk/wallet";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { createBank, createOwner, fund, quoteBody } from "../support/parts";

const rpId = "wallet.example";
const nameOf = (error: unknown) => (error as Error).name;

/**
 * The wallet of the newest service on two devices, in one flow of session keys: passkeys that sign in, pay, and revoke each other,
 * then a reload and a refresh. Returns plain facts.
 */
export async function byPasskey(sessionKeys: "held" | "sealed") {
  const simulator = new Simulator({
    environment: "production",
    seed: "runtimes",
    wallet: { newestAccounts: true, webAuthn: { rpId, verifier } },
  });
  const payments = new PaymentsClient({ ...simulator.clientOptions(), dangerouslyAllowBrowser: true });
  const { accountId, customerId } = await createOwner(payments, "ada@example.com", "Ada Owner");
  const newDevice = () => ({
    client: payments,
    accountId,
    sessionKeys,
    codeIssuerKeys: [simulator.oneTimeCodeIssuerKey],
    relyingParty: { id: rpId, name: "Example" },
    passkeys: new SoftwareAuthenticator({ origin: `https://${rpId}` }),
    store: memoryStore(),
  });
  /** An account of the newest service starts with a code by email. */
  const registered = async (wallet: Wallet, nickname: string) => {
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: simulator.outbox.list.at(-1)?.code ?? "" });
    const { id } = await wallet.credentials.register({ type: "PASSKEY", nickname });
    await wallet.signIn({ type: "PASSKEY", credentialId: id });
    return id;
  };

  const phone = new Wallet(newDevice());
  const onPhone = await registered(phone, "Phone");
  await fund(simulator, payments, { accountId, customerId }, 10_000_000);
  const bank = await createBank(payments, customerId, "Ada Owner");
  const paid = await phone.executeQuote(await payments.quotes.create(quoteBody(accountId, bank)));

  const device = newDevice();
  const laptop = new Wallet(device);
  await registered(laptop, "Laptop");
  await laptop.credentials.revoke(onPhone);
  const revoked = await phone.signIn({ type: "PASSKEY", credentialId: onPhone }).catch(nameOf);

  const reloaded = new Wallet(device);
  await reloaded.restore();
  const refreshed = await reloaded.refresh();
  const privateKey = refreshed.stored()?.key?.privateKey as CryptoKey;
  return {
    paid: paid.status,
    revoked,
    devices: (await reloaded.credentials.devices()).map(({ name }) => name),
    signedIn: refreshed.type,
    exported: await crypto.subtle.exportKey("pkcs8", privateKey).then(String, () => "refused"),
    again: (await reloaded.signIn({ type: "PASSKEY" })).type,
  };
}
