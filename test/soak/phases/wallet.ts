import { memoryStore, Wallet } from "payments-sdk/wallet";
import type { WalletClientOptions } from "payments-sdk/wallet";
import { times } from "../connection";
import type { Phase, Work } from "../phase";
import { openWorld } from "../world-client";
import type { OpenWorld } from "../world-client";

const walletOf = (world: OpenWorld, options: Partial<WalletClientOptions> = {}) =>
  new Wallet({
    client: world.payments,
    accountId: world.ada.accountId,
    trustedIssuerKeys: [world.issuerKey],
    logLevel: "off",
    ...options,
  });

const signIn = async (world: OpenWorld, wallet: Wallet) =>
  wallet.signIn({ type: "OAUTH", oidcToken: await world.token(world.ada.email) });

/** A phase with a separate service. */
const phase = (name: string, operations: number, begin: (world: OpenWorld) => Promise<Work>): Phase => ({
  name,
  operations,
  async open() {
    const world = await openWorld();
    const work = await begin(world);
    return {
      ...work,
      async close() {
        const left = await work.close();
        await world.stop();
        return left;
      },
    };
  },
});

const stamps = phase("wallet, stamps", 20_000, async (world) => {
  const session = await signIn(world, walletOf(world));
  return {
    run: (operations) => times(operations, (index) => session.stamp(`{"payload":${index}}`), 10),
    close: async () => ({}),
  };
});

/** One wallet that stays open for days. Each session expires, and the user signs in again. */
const expiries = phase("wallet, expiries", 2_000, async (world) => {
  const store = memoryStore();
  const wallet = walletOf(world, { store });
  const unsubscribe = wallet.subscribe(() => {});
  return {
    run: (operations) =>
      times(
        operations,
        async () => {
          const session = await signIn(world, wallet);
          await session.stamp("{}");
          await world.advance("16m");
          // A time counts once two responses agree.
          await wallet.credentials.list();
          await wallet.credentials.list();
          if (wallet.state.status !== "expired") throw new Error(`the wallet is ${wallet.state.status}`);
        },
        1,
      ),
    async close() {
      unsubscribe();
      return { "sessions in the store": (await store.list("sessions", world.ada.accountId)).length };
    },
  };
});

/** A wallet for each user, as on a server: sign in, watch, sign out. */
const visitors = phase("wallet, sign-outs", 2_000, async (world) => ({
  run: (operations) =>
    times(
      operations,
      async () => {
        const wallet = walletOf(world);
        const unsubscribe = wallet.subscribe(() => {});
        await signIn(world, wallet);
        await wallet.signOut();
        unsubscribe();
      },
      1,
    ),
  close: async () => ({}),
}));

const signedRetries = phase("wallet, signed retries", 2_000, async (world) => {
  const wallet = walletOf(world);
  await signIn(world, wallet);
  return {
    run: (operations) =>
      times(
        operations,
        async (index) => {
          if (index % 2 === 0) await wallet.exportMnemonic();
          else {
            const { id } = await wallet.credentials.register({ type: "EMAIL_OTP" });
            await wallet.credentials.revoke(id);
          }
        },
        1,
      ),
    close: async () => ({}),
  };
});

/** The wallet in Node. */
export const wallet: readonly Phase[] = [stamps, expiries, visitors, signedRetries];
