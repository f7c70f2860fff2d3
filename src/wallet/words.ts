import type { PaymentsErrorCode } from "../core/error-codes";
import { isApiError, isPaymentsError } from "../core/error-guards";
import type { PaymentsError } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";
import { codeProblemOf } from "./code-problem";
import type { CodeProblem } from "./code-problem";
import type { PasskeyRegistrationError } from "./errors";
import type { PasskeyFailureReason } from "./passkeys/passkey-error";
import type { PaymentProgress, PendingPayment } from "./payment-watch";
import type { WalletState } from "./state";

/** What a page says to a customer. */
export interface CustomerWords {
  /** A few words, for a heading. */
  readonly title: string;
  /** What happened, in one or two sentences. */
  readonly sentence: string;
  /** What the customer does next. Empty if there is nothing to do. */
  readonly next: string;
}

/** Errors of responses that have words of their own. The others go by their status. */
type ResponseWords = "NOT_SIGNED_IN" | "RATE_LIMITED" | "INSUFFICIENT_BALANCE" | "NOT_FOUND" | "NOT_ACCEPTED";

/** Errors that have no row of their own. */
type OtherWords = "OUTCOME_UNKNOWN" | "REFUSED" | "SERVICE_PROBLEM" | "OTHER";

/**
 * The words of a wallet, by subject. Pass your own table to {@link wordsFor} for another language. A row that is missing is a
 * compile error, and English at run time. `{seconds}` is the wait that an error asks for.
 */
export interface WalletWords {
  /** By the status of `wallet.state`. */
  readonly states: Readonly<Record<WalletState["status"], CustomerWords>>;
  /** By the status of `wallet.payments.progress`, and by the outcome of `wallet.pending`. */
  readonly payments: Readonly<Record<PaymentProgress["status"] | PendingPayment["outcome"], CustomerWords>>;
  /** By the reason of a `PasskeyError` or a `PasskeyRegistrationError`. */
  readonly passkeys: Readonly<
    Record<PasskeyFailureReason | PasskeyRegistrationError["reason"], CustomerWords>
  >;
  /** By `codeProblemOf(error)`. */
  readonly oneTimeCodes: Readonly<Record<CodeProblem, CustomerWords>>;
  /** By the code of any other error. */
  readonly errors: Readonly<
    Record<
      | Exclude<PaymentsErrorCode, "PASSKEY_FAILED" | "PASSKEY_REGISTRATION" | "WEBHOOK_NOT_VERIFIED">
      | ResponseWords
      | OtherWords,
      CustomerWords
    >
  >;
}

// @__NO_SIDE_EFFECTS__
function say(title: string, sentence: string, next: string): CustomerWords {
  return { title, sentence, next };
}

const again = "Try again.";
const reload = "Reload the page.";
const signIn = "Sign in.";
const useCode = "Try again, or sign in with a code.";
const newCode = "Ask for a new code.";
const look = "Look at your payments before you try again.";
const contact = "Try again later, or ask our support.";

/** Of a mistake in the page. The customer can do nothing about it. */
const mistake = say("That did not work", "Something is wrong on our side. Nothing was done.", contact);
const unusable = say(
  "That did not work",
  "The answer of the service could not be used. It may have been done.",
  look,
);

/** The words in English. */
export const englishWords: WalletWords = {
  states: {
    restoring: say("One moment", "Your wallet is being opened.", ""),
    "signed-out": say("Signed out", "Your wallet is locked.", signIn),
    "signing-in": say("Signing in", "Your wallet is being opened.", ""),
    "signed-in": say("Signed in", "Your wallet is open.", ""),
    expiring: say("Signed in", "Your wallet will be locked soon.", "Sign in again to stay signed in."),
    expired: say("Your session has ended", "Your wallet was locked for your safety.", "Sign in again."),
    "platform-sign-in-required": say(
      "You are signed out",
      "Your wallet and what you were writing are still here.",
      "Sign in to this site again.",
    ),
    "other-user": say(
      "Somebody else is signed in",
      "This wallet belongs to another user of this site.",
      "Sign in to this site as its owner.",
    ),
  },
  payments: {
    idle: say("No payment", "No payment is being made.", ""),
    quote: say("One moment", "We ask for the price.", ""),
    confirm: say(
      "Confirm the payment",
      "Nothing is paid before you confirm.",
      "Check the amount and the payee.",
    ),
    sending: say("Sending", "The payment is being sent.", "Keep this page open."),
    sent: say("Sent", "The payment is on its way.", ""),
    failed: say("Not paid", "The payment was not made.", again),
    unknown: say("Not known yet", "We do not know yet whether the payment was made.", look),
    executed: say("Sent", "The payment was made.", ""),
    "not-executed": say("Not paid", "The payment was not made. No money moved.", "Pay again if you want to."),
    unreadable: say(
      "Not known yet",
      "We cannot see this payment now. It may have been made.",
      "Look again in a moment, before you pay again.",
    ),
  },
  passkeys: {
    "cancelled-or-unavailable": say(
      "No passkey was used",
      "The dialog was closed, took too long, or found no passkey for this site.",
      useCode,
    ),
    aborted: say("No passkey was used", "The page closed the dialog.", again),
    unsupported: say("No passkeys here", "This browser cannot use passkeys.", "Sign in with a code."),
    security: say("No passkeys here", "The browser does not allow passkeys on this address.", contact),
    "already-registered": say(
      "This device has a passkey",
      "This device already has a passkey for your wallet.",
      "Sign in with it.",
    ),
    busy: say("A dialog is open", "Another passkey dialog is still open.", "Finish or close it first."),
    unreadable: say("The passkey did not work", "The browser or a password manager had a problem.", useCode),
    "other-wallet": say(
      "Another wallet's passkey",
      "That passkey belongs to another wallet.",
      "Choose the passkey of this one.",
    ),
    exists: say("Your wallet has a passkey", "Your wallet can have one passkey.", "Sign in with it."),
    open: say(
      "Not known yet",
      "We do not know yet whether the passkey of this device was registered.",
      "Sign in with it to find out.",
    ),
  },
  oneTimeCodes: {
    wrong: say("Wrong code", "This is not the code that we sent.", "Check it and enter it again."),
    expired: say("The code is too old", "This code is no longer valid.", newCode),
    used: say("The code was used", "This code was used already, or none was sent.", newCode),
    locked: say(
      "Too many tries",
      "The code was entered too often.",
      "Wait a moment, then ask for a new code.",
    ),
  },
  errors: {
    ABORTED: say("Stopped", "The page stopped this.", again),
    CHALLENGE_EXPIRED: say("That took too long", "It was not done in time.", again),
    CHALLENGE_REPEATED: mistake,
    CONFIRMATION_REQUIRED: say(
      "The payment has changed",
      "The price or the payee is not the one that you confirmed. Nothing was signed.",
      "Wait a few minutes, then pay again.",
    ),
    CONNECTION_FAILED: say(
      "No connection",
      "The wallet could not be reached.",
      "Check your connection, or reload the page.",
    ),
    CREDENTIALS_UNAVAILABLE: mistake,
    CREDENTIAL_MISMATCH: say("Another wallet", "That belongs to another wallet.", "Sign in to this one."),
    CREDENTIAL_NOT_FOUND: say(
      "Not set up",
      "Your wallet does not know this way to sign in.",
      "Choose another way.",
    ),
    CRYPTO_UNAVAILABLE: say(
      "Not possible here",
      "This browser or this address is not safe for a wallet.",
      "Use an up-to-date browser.",
    ),
    DECRYPTION_FAILED: say(
      "That did not work",
      "The answer could not be opened on this device.",
      "Sign in again.",
    ),
    INVALID_CONFIGURATION: mistake,
    INVALID_KEY: say("That did not work", "The key on this device can no longer be used.", "Sign in again."),
    INVALID_REQUEST: say(
      "Not accepted",
      "Something that you entered is not right. Nothing was sent.",
      "Check it and try again.",
    ),
    INVALID_RESPONSE: unusable,
    MALFORMED_BUNDLE: say(
      "That did not work",
      "The answer could not be opened on this device.",
      "Sign in again.",
    ),
    OTHER_CREDENTIAL_REQUIRED: say(
      "One more step",
      "You cannot remove the way that you signed in with.",
      "Sign in another way first.",
    ),
    PAGINATION_FAILED: say("Not complete", "The list could not be read to its end.", again),
    PART_NOT_LOADED: say(
      "The page is not complete",
      "A part of the page could not be loaded. Nothing was sent.",
      reload,
    ),
    PAYMENT_OPEN: say(
      "An equal payment is open",
      "You started the same payment before, and we do not know yet how it ended.",
      look,
    ),
    REDIRECTED: mistake,
    REFRESH_LOST: say("Still signed in", "Your session could not be renewed yet.", again),
    SESSION_EXPIRED: say(
      "Your session has ended",
      "Your wallet was locked for your safety. Nothing was done.",
      "Sign in again.",
    ),
    SESSION_KEYS_MISMATCH: mistake,
    SESSION_REQUIRED: say("Sign in first", "Your wallet is locked. Nothing was done.", "Sign in first."),
    SIGNATURE_INVALID: say("Not shown", "We could not check who sent this, so it is not shown.", contact),
    STORE_UNAVAILABLE: say(
      "No room on this device",
      "This browser cannot store what your wallet needs.",
      "Free some space or leave the private window, then reload the page.",
    ),
    TIMEOUT: say(
      "That took too long",
      "Your wallet did not answer in time.",
      "Check your connection and try again.",
    ),
    UNREADABLE_RESPONSE: unusable,
    UNRELATED_RESPONSE: unusable,
    NOT_SIGNED_IN: say(
      "You are signed out",
      "Your wallet and what you were writing are still here.",
      "Sign in to this site again.",
    ),
    RATE_LIMITED: say("Too often", "That was too often.", "Try again in {seconds} seconds."),
    INSUFFICIENT_BALANCE: say(
      "Not enough money",
      "Your wallet has too little money for this. Nothing was paid.",
      "Add money, or pay less.",
    ),
    NOT_FOUND: say("Not found", "That is no longer there.", reload),
    NOT_ACCEPTED: say("Not accepted", "That was not accepted.", "Check it and try again."),
    OUTCOME_UNKNOWN: say("Not known yet", "The answer was lost. It may have been done.", look),
    REFUSED: say("Not accepted", "The wallet refused that. Nothing was done.", "Check it and try again."),
    SERVICE_PROBLEM: say("Not at the moment", "The wallet has a problem. Nothing was done.", contact),
    OTHER: say("That did not work", "Something went wrong.", again),
  },
};

/**
 * Words for a customer: of `wallet.state`, of `wallet.payments.progress`, of a payment of `wallet.pending`, or of an error. An
 * `error.message` is for developers.
 *
 * @example
 * ```ts
 * import { wordsFor } from "payments-sdk/wallet";
 *
 * const { title, sentence, next } = wordsFor(wallet.state);
 * await wallet.signIn({ type: "PASSKEY" }).catch((error: unknown) => console.log(wordsFor(error).sentence));
 * ```
 *
 * @param words your own table, for example in another language. Default: {@link englishWords}.
 */
export function wordsFor(subject: unknown, words: WalletWords = englishWords): CustomerWords {
  const [group, row] = rowOf(subject);
  const { title, sentence, next } = wordsAt(words, group, row);
  const wait = isApiError(subject) ? (subject.retryAfter ?? USUAL_WAIT) : USUAL_WAIT;
  const seconds = String(Math.max(1, Math.ceil(wait)));
  const filled = [title, sentence, next].map((text) => text.replace("{seconds}", seconds));
  const [filledTitle = "", filledSentence = "", filledNext = ""] = filled;
  const error = group === "payments" ? fieldOf(subject, "error") : undefined;
  if (error === undefined || row !== "failed") return say(filledTitle, filledSentence, filledNext);
  // The reason of a payment that was not made.
  const reason = wordsFor(error, words);
  return say(filledTitle, `${filledSentence} ${reason.sentence}`, reason.next);
}

/** In seconds. */
const USUAL_WAIT = 30;

/** The row of a table that others have written. Without one, that of English. */
function wordsAt(words: WalletWords, group: keyof WalletWords, row: string): CustomerWords {
  const found = (table: WalletWords): unknown => fieldOf(fieldOf(table, group), row);
  return (found(words) ?? found(englishWords) ?? englishWords.errors.OTHER) as CustomerWords;
}

/** Where the words of a subject are. */
function rowOf(subject: unknown): [keyof WalletWords, string] {
  if (isPaymentsError(subject)) return rowOfError(subject);
  if (subject instanceof Error) return ["errors", "OTHER"];
  const outcome = textOf(subject, "outcome");
  const status = textOf(subject, "status");
  // A payment that was executed, and then failed at the service.
  const isFailed = textOf(fieldOf(subject, "quote"), "status") === "FAILED";
  if (outcome !== undefined) return ["payments", isFailed ? "failed" : outcome];
  if (status === undefined) return ["errors", "OTHER"];
  return [status in englishWords.states ? "states" : "payments", status];
}

function rowOfError(error: PaymentsError): [keyof WalletWords, string] {
  const { code, outcome } = error;
  const reason = textOf(error, "reason");
  if (reason !== undefined && /^PASSKEY_(?:FAILED|REGISTRATION)$/.test(code)) return ["passkeys", reason];
  if (!isApiError(error)) {
    const isOpen = outcome === "unknown" && ["CONNECTION_FAILED", "TIMEOUT", "ABORTED"].includes(code);
    return ["errors", isOpen ? "OUTCOME_UNKNOWN" : code];
  }
  const { status } = error;
  const problem = status === 401 ? codeProblemOf(error) : undefined;
  if (problem !== undefined) return ["oneTimeCodes", problem];
  if (outcome === "unknown") return ["errors", "OUTCOME_UNKNOWN"];
  if (code in englishWords.errors) return ["errors", code];
  // More than the balance.
  if (code === "AMOUNT_OUT_OF_RANGE" && error.temporary) return ["errors", "INSUFFICIENT_BALANCE"];
  if (status === 429) return ["errors", "RATE_LIMITED"];
  if (status >= 500) return ["errors", "SERVICE_PROBLEM"];
  return ["errors", { 401: "NOT_ACCEPTED", 404: "NOT_FOUND" }[status] ?? "REFUSED"];
}
