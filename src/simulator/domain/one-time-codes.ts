import { ownerOf } from "./customers";
import { failureReasons, magicValues } from "./magic";
import { unauthorized } from "./problem";
import type { EmailOtpCredentialRecord, OneTimeCode } from "./records/wallets";
import type { World } from "./world";

const codeLength = 6;
const mostFailures = 5;
const missingChallenge = "No open challenge: ask for a new code first";

const isSandbox = ({ options }: World): boolean => options.environment === "sandbox";

/**
 * Mails a fresh code to the customer's present address. An earlier code no longer counts. In sandbox the message is only
 * recorded (OP-22).
 */
export function sendCode(world: World, credential: EmailOtpCredentialRecord): void {
  const owner = ownerOf(world, world.internalAccounts.get(credential.accountId));
  if (owner?.email !== undefined) credential.nickname = owner.email;
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
    delivered: !isSandbox(world),
    at: world.clock.iso(),
  });
}

/**
 * Checks a code and returns the open one that it is. A code serves one verification (OP-19), and bears five wrong attempts at
 * most.
 *
 * @throws {Problem} when the request is refused: 401 when the code is wrong, used or expired
 */
export function checkCode(world: World, credential: EmailOtpCredentialRecord, otp: string): OneTimeCode {
  if (isSandbox(world) && otp !== magicValues.oneTimeCode) throw unauthorized(failureReasons.oneTimeCode);
  const open = credential.oneTimeCode;
  if (!open) throw unauthorized(missingChallenge);
  if (world.clock.now() >= open.expiresAtMs)
    throw unauthorized("The challenge has expired: ask for a new code");
  if (open.failures >= mostFailures) throw unauthorized("Too many wrong codes: ask for a new one");
  if (otp === open.code) return open;
  open.failures += 1;
  throw unauthorized(failureReasons.oneTimeCode);
}

/**
 * Uses the code up.
 *
 * @throws {Problem} when the request is refused: 401 when another verification was faster
 */
export function spendOneTimeCode(credential: EmailOtpCredentialRecord, code: OneTimeCode): void {
  if (credential.oneTimeCode !== code) throw unauthorized(missingChallenge);
  delete credential.oneTimeCode;
}

function nextCode(world: World): string {
  if (isSandbox(world)) return magicValues.oneTimeCode;
  let code = world.random.digits(codeLength);
  // The magic value means nothing in production: not even by accident.
  while (code === magicValues.oneTimeCode) code = world.random.digits(codeLength);
  return code;
}
