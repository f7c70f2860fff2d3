import type { Transaction } from "payments-sdk";
import type { SignInParams, Wallet, WalletRequestOptions } from "payments-sdk/wallet";
import type { UserInfo } from "../shared";

/** The addresses inside the page, for somebody who is signed in. */
export type Route =
  "#/" | "#/send" | "#/add-money" | "#/security" | "#/recovery-phrase" | `#/activity/${string}`;

/** One screen. */
export interface View {
  /** For the tab. */
  readonly title: string;
  /** Begins with the view's `h1`. */
  readonly body: readonly Node[];
  /** Stops what runs in the background. */
  readonly onLeave?: () => void;
}

/** A payment that is being written; it survives a session that ends meanwhile. */
export interface PaymentDraft {
  payeeId: string;
  amount: string;
  note: string;
}

/** What a view can ask of the page around it. */
export interface Shell {
  readonly wallet: Wallet;
  readonly user: UserInfo;
  readonly draft: PaymentDraft;
  /** What the list shows, by id. */
  readonly transactions: Map<string, Transaction>;
  /** Aborted when another view is shown. */
  readonly leaving: AbortSignal;
  /** Shows another step of the same screen; the browser's "Back" leads to the screen. */
  step(view: View): void;
  /** Shows a view in front of the screen, which keeps what was typed. */
  cover(view: View): void;
  /** Shows a view in the place of the current step. */
  replace(view: View): void;
  go(route: Route): void;
  /** Says something that went well, on the screen and to screen readers; an empty text takes back what was said. */
  say(message: string): void;
  /** Says something that did not, while the person is elsewhere. */
  warn(message: string): void;
  /** Opens the wallet with a proof. */
  signIn(params: SignInParams, options?: WalletRequestOptions): Promise<void>;
  /** Decides again which screen fits: after a sign-in, a sign-out, a new credential. */
  refresh(): Promise<void>;
  /** Looks again for payments whose end is not known. */
  checkPayments(): void;
  /** Looks at an error. One that a new sign-in solves leads there; the result is then `true`. */
  handled(error: unknown): boolean;
}
