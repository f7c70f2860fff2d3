import type { PasskeyCeremony } from "payments-sdk/wallet";
import { email, hasId } from "./operations";
import type { Operation } from "./operations";
import type { Caller } from "./callers";
import { BrokenPromise } from "./properties";
import { open, ownerIn, walletPay } from "./wallet";
import type { Owner } from "./wallet";
import type { World } from "./world";

type AcceptedPasskeys = Parameters<NonNullable<PasskeyCeremony["signalAccepted"]>>[0];
type UnknownPasskey = Parameters<NonNullable<PasskeyCeremony["signalUnknown"]>>[0];

/** A customer's device, with its authenticator and what its browser remembers over a reload. */
class Device implements PasskeyCeremony {
  readonly #world: World;
  /** The passkeys of the wallet's user that the browser offers. */
  readonly #offered = new Set<string>();
  #made = 0;
  #remembered: string | undefined;
  #attempt: string | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  readonly recall = () => this.#remembered;
  readonly remember = (_: string, id: string | undefined) => void (this.#remembered = id);
  readonly recallAttempt = () => this.#attempt;
  readonly rememberAttempt = (_: string, attempt: string | undefined) => void (this.#attempt = attempt);

  /** A new passkey replaces the one with the same user id, unless that is excluded. */
  readonly create: PasskeyCeremony["create"] = ({ excludeCredentials }) => {
    const { PasskeyError } = this.#world.settings.sources;
    if (excludeCredentials.some(({ id }) => this.#offered.has(id)))
      throw new PasskeyError("already-registered", "passkeys.create");
    this.#made += 1;
    const rawId = `passkey${this.#made}`;
    this.#hide([...this.#offered], "is replaced");
    this.#offered.add(rawId);
    return { rawId, response: { clientDataJSON: "Y2xpZW50", attestationObject: "YXR0ZXN0" } };
  };

  readonly get: PasskeyCeremony["get"] = ({ allowCredentials }) => {
    const { PasskeyError } = this.#world.settings.sources;
    const rawId = [...this.#offered].find((id) => allowCredentials?.some((each) => each.id === id) ?? true);
    if (rawId === undefined) throw new PasskeyError("cancelled-or-unavailable", "passkeys.get");
    const response = { clientDataJSON: "Y2xpZW50", authenticatorData: "ZGF0YQ", signature: "c2ln" };
    return { rawId, response };
  };

  readonly signalUnknown = ({ credentialId }: UnknownPasskey) =>
    this.#hide([credentialId], "is signalled as unknown");
  readonly signalAccepted = ({ credentialIds }: AcceptedPasskeys) =>
    this.#hide(
      [...this.#offered].filter((id) => !credentialIds.includes(id)),
      "is not among the accepted ones",
    );

  #hide(ids: readonly string[], why: string): void {
    for (const id of ids) {
      if (this.#offered.delete(id)) this.#world.choices.log.push(`  the browser hides ${id}: it ${why}`);
    }
  }

  /** Every passkey that the service accepts still signs in. */
  requireWayIn(): void {
    const lost = this.#world.service.passkeys.find((id) => !this.#offered.has(id));
    if (lost !== undefined)
      throw new BrokenPromise(`the service accepts ${lost}, and the device has lost it`);
  }
}

/** A customer adds the wallet's first credential: a passkey. */
export const registerPasskey: Operation = {
  ...walletPay,
  name: "wallet.credentials.register",
  isJudgedByLoss: true,
  effect: "credential",
  isResultOf: hasId,
};

const PASSKEY = { type: "PASSKEY", nickname: "Phone" } as const;

/** Another tab prepares a registration. Resolves to the customer's click there, which comes later. */
async function prepareInAnotherTab(owner: Owner): Promise<(() => Promise<unknown>) | undefined> {
  const { settings } = owner.world;
  const { wallet, process } = open(owner, "another tab");
  const preparing = wallet.credentials
    .prepareRegistration(PASSKEY, { signal: process.begin() })
    .catch((error: unknown) => {
      if (!settings.sources.isPaymentsError(error)) throw error;
    });
  const prepared = await Promise.race([preparing, process.crash]);
  if (prepared === undefined || "kind" in prepared) return undefined;
  const register = () => wallet.credentials.register(prepared, { signal: process.begin() });
  return () => owner.world.record(process, undefined, register);
}

/**
 * Registers until that is done. If its fate is unknown, the customer signs in with it first. Another tab, which was open before, may
 * register at last.
 */
export const registers: Caller = async (world) => {
  const device = new Device(world);
  const owner = await ownerIn(world, device);
  const {
    browser,
    world: { choices },
  } = owner;
  const registerLate = choices.happens("another tab prepares") ? await prepareInAnotherTab(owner) : undefined;
  let page = open(owner, "the page");
  for (let stuck = 0; stuck < 2;) {
    browser.visitor = "the owner";
    if (page.process.sender.isGone || (stuck > 0 && choices.happens("the page is loaded anew")))
      page = open(owner, "the page");
    const { wallet, process } = page;
    const before = choices.disturbances;
    const { ended } = await world.record(process, undefined, () =>
      wallet.credentials.register(PASSKEY, { signal: process.begin() }),
    );
    if (ended.kind === "result") break;
    if (ended.kind === "error") {
      const { ended: signedIn } = await world.record(process, undefined, () =>
        wallet.signIn({ type: "PASSKEY" }, { signal: process.begin() }),
      );
      if (signedIn.kind === "result") break;
    }
    stuck = choices.disturbances === before ? stuck + 1 : 0;
    if (stuck === 2) throw new BrokenPromise("a registration never ends");
  }
  browser.visitor = "the owner";
  await registerLate?.();
  world.network.allArrive();
  device.requireWayIn();
};

/** A customer signs in with the code of an email. */
export const signInByCode: Operation = {
  ...walletPay,
  name: "wallet.signIn",
  habits: { credentials: [email] },
  effect: "session",
  isResultOf: hasId,
};

/** Opens a new session, which the earlier one signs. A copy of the browser may open another one, for the same key. */
export const refreshSession: Operation = {
  ...signInByCode,
  name: "wallet.refresh",
  mayBeDouble: true,
};

/** Refreshes once. The earlier session stays. */
export const refreshes: Caller = async (world) => {
  const owner = await ownerIn(world);
  const { wallet, process } = open(owner, "the page");
  await world.record(process, undefined, () => wallet.refresh({ signal: process.begin() }));
  if (world.service.sessions.has("Session:here") && !(await owner.browser.hasSession()))
    throw new BrokenPromise("the session lives, and the device has lost it");
};

/** Signs in once. */
export const signsIn: Caller = async (world) => {
  const { wallet, process } = open(await ownerIn(world), "the page");
  await world.record(process, undefined, () =>
    wallet.signIn({ type: "EMAIL_OTP", otp: "123456" }, { signal: process.begin() }),
  );
};
