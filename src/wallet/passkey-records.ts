import { base64url } from "../core/base64";
import { textOf } from "../core/fields";
import type { AuthMethod, PasskeyCredentialCreateParams } from "../models/auth";
import { isGone, statesOwner } from "./absence";
import type { ConnectedContext } from "./connect";
import { sha256 } from "./crypto/platform";
import type { PasskeyCeremony } from "./passkey-ceremony";
import type { WalletCall } from "./wallet-call";

/** A passkey that this device created, while the service has not confirmed it: what the service receives, again at each try. */
export interface PasskeyAttempt extends Readonly<Omit<PasskeyCredentialCreateParams, "type" | "accountId">> {
  /** `created`: the service has not received it. `sent`: the service may have it. */
  readonly state: "created" | "sent";
  /** Until then, a late copy of the request may still register it. Milliseconds since the epoch, by the service's clock. */
  readonly lastsUntilMs: number;
}

/**
 * What this device knows of the wallet's passkeys, and what the service listed. The ceremony keeps the ids and the attempt over
 * a reload. Only the judge of absence lets the records tell the browser that a passkey is gone.
 */
export class PasskeyRecords {
  /** The WebAuthn ids of the passkeys that the service listed last. Older services do not name them. */
  listed: readonly (string | undefined)[] = [];
  readonly #context: ConnectedContext;
  /** Only if the ceremony does not keep it: another tab may change what it keeps. */
  #attempt: PasskeyAttempt | undefined;
  /** Whether the last list was complete, and of the wallet's owner. */
  #isListProof = false;
  #missingAtMs: number[] = [];
  /** The passkeys of this device at these times. */
  #missingWith = "";
  /** Whether the next sign-in lets the customer choose, because the last dialog gave no passkey. */
  #offersAny = false;

  constructor(context: ConnectedContext) {
    this.#context = context;
  }

  /** The WebAuthn user id of the wallet: the same for all its passkeys, and at most 64 bytes. */
  get userId(): Promise<string> {
    return sha256(this.#context.accountId).then(base64url);
  }

  /** The registration to continue. */
  get attempt(): PasskeyAttempt | undefined {
    return this.#attempt ?? readAttempt(this.#recalledAttempt);
  }

  /** Keeps the registration. `undefined` forgets it. */
  set attempt(attempt: PasskeyAttempt | undefined) {
    const text = attempt && JSON.stringify(attempt);
    this.#tell("rememberAttempt", (passkeys, id) => passkeys.rememberAttempt?.(id, text));
    this.#attempt = this.#recalledAttempt === text ? undefined : attempt;
  }

  get #recalledAttempt(): string | undefined {
    return this.#ask((passkeys, id) => passkeys.recallAttempt?.(id));
  }

  /** The WebAuthn ids of the passkeys that this device has, as far as it remembers them. The one to try first comes first. */
  get onDevice(): string[] {
    const remembered = this.#ask((passkeys, id) => passkeys.recall?.(id));
    const ids = [this.attempt?.attestation.credentialId, remembered];
    return [...new Set(ids.filter((id) => typeof id === "string"))];
  }

  /** The passkeys that a sign-in asks for. `undefined`: the customer chooses. */
  get allowed(): string[] | undefined {
    const { onDevice } = this;
    return this.#offersAny || onDevice.length === 0 ? undefined : onDevice;
  }

  /** Whether the service lists one passkey, without its WebAuthn id. Such a service allows one for an account. */
  get #allowsOne(): boolean {
    return this.listed.length === 1 && this.listed[0] === undefined;
  }

  /** Whether the browser can hide a passkey. */
  get canHide(): boolean {
    return this.#ask((passkeys) => passkeys.signalUnknown ?? passkeys.signalAccepted) !== undefined;
  }

  /** Lists the wallet's credentials, and keeps what the list says of passkeys. */
  async list(call: WalletCall): Promise<readonly AuthMethod[]> {
    const { api, accountId, clock } = this.#context;
    const page = await api.auth.credentials.list({ accountId }, call.request());
    this.listed = page.data.filter(({ type }) => type === "PASSKEY").map(webAuthnIdOf);
    this.#isListProof = !page.hasMore && statesOwner(this.#context, page);
    if (this.listed.length > 0) {
      this.#missingAtMs = [];
    } else if (this.#isListProof) {
      const onDevice = this.onDevice.join();
      // Another tab may have made a passkey since. Earlier lists say nothing of it.
      if (onDevice !== this.#missingWith) this.#missingAtMs = [];
      this.#missingWith = onDevice;
      this.#missingAtMs.push(clock.now(this.#missingAtMs.length > 0));
      if (this.attempt === undefined) await this.giveUp();
    }
    return page.data;
  }

  /** Whether the last list shows that the service does not have a passkey. One without ids may have it. */
  lacks(credentialId: string): boolean {
    return this.#isListProof && !this.listed.some((id) => id === undefined || id === credentialId);
  }

  /** Records that the service accepted a passkey, at a registration or a sign-in. */
  async accepted(credentialId: string, row?: AuthMethod): Promise<void> {
    if (this.attempt?.attestation.credentialId === credentialId) this.attempt = undefined;
    this.#offersAny = false;
    this.#missingAtMs = [];
    this.#tell("remember", (passkeys, id) => passkeys.remember?.(id, credentialId));
    if (row !== undefined) this.listed = [...this.listed, webAuthnIdOf(row)];
    // Where several are allowed, one list may be incomplete, and the browser hides what it does not name.
    if (this.#allowsOne) await this.#signalAccepted([credentialId]);
  }

  /**
   * Gives up the passkeys of this device, if the service has none of the wallet's. If this device has made one and does not
   * know its fate, the customer is asked first.
   *
   * @returns whether that is proven
   */
  async giveUp(): Promise<boolean> {
    const isOwnCopyPossible = (this.attempt?.lastsUntilMs ?? 0) > this.#context.clock.now(true);
    const missingAtMs = this.#missingAtMs;
    const isProven = isGone({ thing: "passkey", isOwner: true, missingAtMs, isOwnCopyPossible });
    if (isProven) await this.#forgetAll();
    return isProven;
  }

  /** Records that the dialog gave no passkey. The device still remembers it: a closed dialog looks the same. */
  failed(): void {
    this.#offersAny = true;
  }

  /** Records that the service refused to register a passkey that this device has just made. */
  refused(credentialId: string): void {
    this.attempt = undefined;
    this.#signalUnknown(credentialId);
  }

  /** Records that this wallet revoked a passkey, and that the service confirmed it. */
  async revoked(row: AuthMethod): Promise<void> {
    const credentialId = webAuthnIdOf(row);
    if (credentialId === undefined) return this.#allowsOne ? this.#forgetAll() : undefined;
    if (this.onDevice.includes(credentialId)) this.#forget();
    this.#signalUnknown(credentialId);
  }

  async #forgetAll(): Promise<void> {
    this.#forget();
    await this.#signalAccepted([]);
  }

  #forget(): void {
    if (this.attempt !== undefined) this.attempt = undefined;
    this.#tell("remember", (passkeys, id) => passkeys.remember?.(id, undefined));
  }

  #signalUnknown(credentialId: string): void {
    const { id: rpId } = this.#context.relyingParty;
    this.#tell("signalUnknown", (passkeys) => passkeys.signalUnknown?.({ rpId, credentialId }));
  }

  async #signalAccepted(credentialIds: readonly string[]): Promise<void> {
    const { id: rpId } = this.#context.relyingParty;
    const userId = await this.userId;
    this.#tell("signalAccepted", (passkeys) => passkeys.signalAccepted?.({ rpId, userId, credentialIds }));
  }

  #ask<Result>(read: (passkeys: PasskeyCeremony, accountId: string) => Result): Result | undefined {
    try {
      return read(this.#context.passkeys(), this.#context.accountId);
    } catch {
      return undefined;
    }
  }

  /** A failure here does not affect the call. */
  #tell(
    method: keyof PasskeyCeremony,
    action: (passkeys: PasskeyCeremony, accountId: string) => unknown,
  ): void {
    const { accountId, log } = this.#context;
    const ceremony = this.#ask((passkeys) => passkeys);
    if (ceremony === undefined) return;
    (async () => action(ceremony, accountId))().catch(() => {
      log(
        "warn",
        `the passkey ceremony failed at \`${method}\`: the browser may offer a passkey that does not work`,
      );
    });
  }
}

/** The WebAuthn id of a listed passkey. Older services do not name it. */
export function webAuthnIdOf(row: AuthMethod): string | undefined {
  return textOf(row, "credentialId");
}

/** Reads a stored attempt. Other code writes storages. */
function readAttempt(text: unknown): PasskeyAttempt | undefined {
  try {
    const attempt = JSON.parse(String(text)) as PasskeyAttempt;
    const { nickname, challenge, attestation, lastsUntilMs } = attempt;
    const texts = [nickname, challenge, attestation.credentialId, attestation.attestationObject];
    return texts.every((value) => typeof value === "string") && Number.isFinite(lastsUntilMs)
      ? attempt
      : undefined;
  } catch {
    return undefined;
  }
}
