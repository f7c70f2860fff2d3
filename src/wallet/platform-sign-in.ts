import { isApiError } from "../core/error-guards";
import { PlatformSignInRequiredError } from "../core/api-errors";

/** Whether the relay still knows who the user is, as far as its responses tell. */
export class PlatformSignIn {
  #isRequired = false;
  readonly #onChange: (isFollowing: boolean) => void;

  /** Starts with a platform that knows the user. `isFollowing` says that another tab noticed the change. */
  constructor(onChange: (isFollowing: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Whether the platform asks the user to sign in to it again. */
  get isRequired(): boolean {
    return this.#isRequired;
  }

  /** A call through the relay has ended. A call without a response, or with a server's own failure, tells nothing. */
  ended(error: unknown): void {
    const isRequired = error instanceof PlatformSignInRequiredError;
    const tells = error === undefined || (isApiError(error) && error.status < 500);
    if (tells) this.#set(isRequired, false);
  }

  /** Takes over what another tab noticed. */
  follow(isRequired: boolean): void {
    this.#set(isRequired, true);
  }

  #set(isRequired: boolean, isFollowing: boolean): void {
    if (isRequired === this.#isRequired) return;
    this.#isRequired = isRequired;
    this.#onChange(isFollowing);
  }
}
