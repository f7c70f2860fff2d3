import { magicValues, refusalReasons } from "../magic";
import { unauthorized } from "../problem";
import type { World } from "../world";
import type { EmailOtpCredentialRecord, OneTimeCode } from "./credentials";

const codeLength = 6;
const mostFailures = 5;
const missingChallenge = "No open challenge: ask for a new code first";

function nextCode(world: World): string {
  if (world.options.environment === "sandbox") return magicValues.oneTimeCode;
  let code = world.random.digits(codeLength);
  // The magic value means nothing in production (SBX-34): not even by accident.
  while (code === magicValues.oneTimeCode) code = world.random.digits(codeLength);
  return code;
}

/** Mails a fresh code; an earlier one no longer counts. In sandbox the message is only recorded (OP-22). */
export function sendOneTimeCode(world: World, credential: EmailOtpCredentialRecord): void {
  const code = nextCode(world);
  const expiresAtMs = world.clock.now() + world.options.challengeLifetimeMs;
  credential.oneTimeCode = { code, expiresAtMs, failures: 0 };
  world.outbox.push({
    to: credential.nickname,
    subject: "Your sign-in code",
    text: `Your sign-in code is ${code}. It can be used once, until ${world.clock.iso(expiresAtMs)}.`,
    code,
    credentialId: credential.id,
    accountId: credential.accountId,
    delivered: world.options.environment === "production",
    at: world.clock.iso(),
  });
}

/**
 * Checks a code and answers with the open one that it is. A code serves one verification (OP-19); in production it also
 * bears five wrong attempts at most.
 *
 * @throws {Problem} 401
 */
export function checkOneTimeCode(
  world: World,
  credential: EmailOtpCredentialRecord,
  otp: string,
): OneTimeCode {
  const isSandbox = world.options.environment === "sandbox";
  if (isSandbox && otp !== magicValues.oneTimeCode) throw unauthorized(refusalReasons.oneTimeCode);
  const open = credential.oneTimeCode;
  if (!open) throw unauthorized(missingChallenge);
  if (world.clock.now() >= open.expiresAtMs)
    throw unauthorized("The challenge has expired: ask for a new code");
  if (open.failures >= mostFailures) throw unauthorized("Too many wrong codes: ask for a new one");
  if (otp !== open.code) {
    open.failures += 1;
    throw unauthorized(refusalReasons.oneTimeCode);
  }
  return open;
}

/** Uses the code up. @throws {Problem} 401 when another verification was faster. */
export function spendOneTimeCode(credential: EmailOtpCredentialRecord, code: OneTimeCode): void {
  if (credential.oneTimeCode !== code) throw unauthorized(missingChallenge);
  credential.oneTimeCode = undefined;
}
