import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import type { Outbox } from "../runtime/outbox";
import type { SeededRandom } from "../runtime/random";
import type { EmailOtpCredentialRecord, OneTimeCode } from "./credentials";
import { failureReasons, magicValues } from "./magic";
import { unauthorized } from "./problem";

const codeLength = 6;
const mostFailures = 5;
const missingChallenge = "No open challenge: ask for a new code first";

interface Collaborators {
  clock: VirtualClock;
  random: SeededRandom;
  outbox: Outbox;
  options: Pick<ResolvedOptions, "environment" | "challengeLifetimeMs">;
}

/** The codes that are mailed to the owners of wallets. */
export class OneTimeCodes {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #outbox: Outbox;
  readonly #lifetimeMs: number;
  readonly #isSandbox: boolean;

  constructor({ clock, random, outbox, options }: Collaborators) {
    this.#clock = clock;
    this.#random = random;
    this.#outbox = outbox;
    this.#lifetimeMs = options.challengeLifetimeMs;
    this.#isSandbox = options.environment === "sandbox";
  }

  /** Mails a fresh code; an earlier one no longer counts. In sandbox the message is only recorded (OP-22). */
  send(credential: EmailOtpCredentialRecord): void {
    const code = this.#nextCode();
    const expiresAtMs = this.#clock.now() + this.#lifetimeMs;
    credential.oneTimeCode = { code, expiresAtMs, failures: 0 };
    this.#outbox.push({
      to: credential.nickname,
      subject: "Your sign-in code",
      text: `Your sign-in code is ${code}. It can be used once, until ${this.#clock.iso(expiresAtMs)}.`,
      code,
      credentialId: credential.id,
      accountId: credential.accountId,
      delivered: !this.#isSandbox,
      at: this.#clock.iso(),
    });
  }

  /**
   * Checks a code and returns the open one that it is. A code serves one verification (OP-19); in production it also bears
   * five wrong attempts at most.
   *
   * @throws {Problem} when the request is refused: 401 when the code is wrong, used or expired.
   */
  check(credential: EmailOtpCredentialRecord, otp: string): OneTimeCode {
    if (this.#isSandbox && otp !== magicValues.oneTimeCode) throw unauthorized(failureReasons.oneTimeCode);
    const open = credential.oneTimeCode;
    if (!open) throw unauthorized(missingChallenge);
    if (this.#clock.now() >= open.expiresAtMs)
      throw unauthorized("The challenge has expired: ask for a new code");
    if (open.failures >= mostFailures) throw unauthorized("Too many wrong codes: ask for a new one");
    if (otp !== open.code) {
      open.failures += 1;
      throw unauthorized(failureReasons.oneTimeCode);
    }
    return open;
  }

  #nextCode(): string {
    if (this.#isSandbox) return magicValues.oneTimeCode;
    let code = this.#random.digits(codeLength);
    // The magic value means nothing in production: not even by accident.
    while (code === magicValues.oneTimeCode) code = this.#random.digits(codeLength);
    return code;
  }
}

/**
 * Uses the code up.
 *
 * @throws {Problem} when the request is refused: 401 when another verification was faster.
 */
export function spendOneTimeCode(credential: EmailOtpCredentialRecord, code: OneTimeCode): void {
  if (credential.oneTimeCode !== code) throw unauthorized(missingChallenge);
  credential.oneTimeCode = undefined;
}
