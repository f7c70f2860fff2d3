import type { Destination, Transaction } from "payments-sdk";
import type { SignInParams, Wallet, WalletRequestOptions } from "payments-sdk/wallet";
import type { Payee, UserInfo } from "../shared";
import type { PaymentDraft } from "./draft";

/** One screen. */
export interface View {
  /** The title of the browser tab. */
  readonly title: string;
  /** Begins with the view's `h1`. */
  readonly body: readonly Node[];
  /** Stops what runs in the background. */
  readonly onLeave?: () => void;
}

/** The page functions that a view can use. */
export interface Shell {
  readonly wallet: Wallet;
  readonly user: UserInfo;
  readonly draft: PaymentDraft;
  /** The listed transactions, by id. */
  readonly transactions: Map<string, Transaction>;
  /** Aborted when another view is shown. */
  readonly leaving: AbortSignal;
  /** Shows another step of the same screen. The browser's "Back" returns to the screen. */
  step(view: View): void;
  /** Shows a view in front of the screen, which keeps its input. */
  cover(view: View): void;
  /** Replaces the current step with a view. */
  replace(view: View): void;
  /** Opens the screen of a route, such as `#/send`. */
  go(route: `#/${string}`): void;
  /** Shows a success message and announces it to screen readers. An empty text clears it. */
  say(message: string): void;
  /** Shows a failure message while the person is elsewhere. */
  warn(message: string): void;
  /** Signs in to the wallet. */
  signIn(params: SignInParams, options?: WalletRequestOptions): Promise<void>;
  /** Chooses the fitting screen again: after a sign-in, a sign-out, or a new credential. */
  refresh(): Promise<void>;
  /** Handles an error that a new sign-in solves, and then returns `true`. */
  handled(error: unknown): boolean;
}

/** The user's payee for a destination. */
export const payeeOf = ({ payees }: UserInfo, destination: Destination | undefined): Payee | undefined =>
  payees.find(({ destination: known }) =>
    known.destinationType === "ACCOUNT"
      ? destination && "accountId" in destination && destination.accountId === known.accountId
      : destination && "umaAddress" in destination && destination.umaAddress === known.umaAddress,
  );
