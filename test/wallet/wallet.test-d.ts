import type { AuthMethod, PaymentsClient, Quote } from "payments-sdk";
import type {
  PasskeyCeremony,
  PendingPayment,
  RegisterParams,
  SignInParams,
  WalletOptions,
  WalletSession,
  WalletState,
} from "payments-sdk/wallet";
import { Wallet } from "payments-sdk/wallet";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { describe, expectTypeOf, it } from "vitest";

declare const client: PaymentsClient;
declare const wallet: Wallet;
/** As React declares it. */
declare const useSyncExternalStore: <Snapshot>(
  subscribe: (onStoreChange: () => void) => () => void,
  getSnapshot: () => Snapshot,
  getServerSnapshot?: () => Snapshot,
) => Snapshot;
const accountId = "InternalAccount:1";

describe("the wallet's types", () => {
  it("require either a client or a relay", () => {
    expectTypeOf({ client, accountId }).toExtend<WalletOptions>();
    expectTypeOf({ relay: "/wallet", accountId }).toExtend<WalletOptions>();
    // @ts-expect-error neither
    void (() => new Wallet({ accountId }));
    // @ts-expect-error both
    void (() => new Wallet({ client, relay: "/wallet", accountId }));
    // @ts-expect-error options of a relay, with a client
    void (() => new Wallet({ client, accountId, timeout: 1 }));
  });

  it("require the fields of each credential type", () => {
    // @ts-expect-error no code
    void ({ type: "EMAIL_OTP" } satisfies SignInParams);
    // @ts-expect-error no token
    void ({ type: "OAUTH" } satisfies SignInParams);
    // @ts-expect-error no nickname
    void ({ type: "PASSKEY" } satisfies RegisterParams);
    // @ts-expect-error an attestation without its challenge
    void ({ type: "PASSKEY", nickname: "", attestation: {} } satisfies RegisterParams);
  });

  it("describe the results", () => {
    expectTypeOf(wallet.session).toEqualTypeOf<WalletSession | undefined>();
    expectTypeOf(wallet.signIn).returns.resolves.toEqualTypeOf<WalletSession>();
    expectTypeOf(wallet.executeQuote).returns.resolves.toEqualTypeOf<Quote>();
    expectTypeOf(wallet.exportMnemonic).returns.resolves.toEqualTypeOf<string>();
    expectTypeOf(wallet.credentials.register).returns.resolves.toEqualTypeOf<AuthMethod>();
    expectTypeOf(wallet.credentials.revoke).returns.resolves.toEqualTypeOf<void>();
  });

  it("fit React's useSyncExternalStore, and narrow a pending payment by its outcome", () => {
    const useState = () =>
      useSyncExternalStore(
        wallet.subscribe,
        () => wallet.state,
        () => wallet.state,
      );
    expectTypeOf(useState).returns.toEqualTypeOf<WalletState>();
    expectTypeOf(wallet.pay).returns.resolves.toEqualTypeOf<Quote | undefined>();
    // @ts-expect-error the customer's word is missing
    void (() => wallet.pay({ destination: {}, lockedCurrencySide: "SENDING", lockedCurrencyAmount: 1 }));
    const finish = (payment: PendingPayment) =>
      payment.outcome === "unknown" ? payment.finish() : undefined;
    expectTypeOf(finish).returns.toEqualTypeOf<Promise<Quote> | undefined>();
    // @ts-expect-error only what is not made so far can be finished
    void ((payment: PendingPayment) => payment.finish());
  });

  it("fit @simplewebauthn/browser without a cast, in both directions", () => {
    type Created = Awaited<ReturnType<typeof startRegistration>>;
    type Got = Awaited<ReturnType<typeof startAuthentication>>;
    expectTypeOf<
      Parameters<PasskeyCeremony["create"]>[0]
    >().toExtend<PublicKeyCredentialCreationOptionsJSON>();
    expectTypeOf<Parameters<PasskeyCeremony["get"]>[0]>().toExtend<PublicKeyCredentialRequestOptionsJSON>();
    expectTypeOf<Created>().toExtend<Awaited<ReturnType<PasskeyCeremony["create"]>>>();
    expectTypeOf<Got>().toExtend<Awaited<ReturnType<PasskeyCeremony["get"]>>>();
  });
});
