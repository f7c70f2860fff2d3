import { isApiError } from "../core/error-guards";
import { PlatformSignInRequiredError } from "../core/api-errors";

/** Whether the relay still knows the user, according to its responses. */
export class PlatformSignIn {
  #isRequired = false;
  readonly #onChange: (isFollowing: boolean) => void;

  /** At first, the platform knows the user. `isFollowing` means that another tab noticed the change. */
  constructor(onChange: (isFollowing: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Whether the user must sign in to the platform again. */
  get isRequired(): boolean {
    return this.#isRequired;
  }

  /**
   * Called when a call through the relay has ended. A missing response or a server failure says nothing about the user.
   */
  ended(error: unknown): void {
    const isRequired = error instanceof PlatformSignInRequiredError;
    const tells = error === undefined || (isApiError(error) && error.status < 500);
    if (tells) this.#set(isRequired, false);
  }

  /** Takes over a change from another tab. */
  follow(isRequired: boolean): void {
    this.#set(isRequired, true);
  }

  #set(isRequired: boolean, isFollowing: boolean): void {
    if (isRequired === this.#isRequired) return;
    this.#isRequired = isRequired;
    this.#onChange(isFollowing);
  }
}
