import type { HttpCore } from "../core/http-core";
import { Credentials } from "./credentials";
import { Sessions } from "./sessions";

/** Signing in to embedded wallets. */
export class Auth {
  /** The ways to sign in: passkeys, OpenID tokens and one-time passwords. */
  readonly credentials: Credentials;
  /** The sign-ins that are active. */
  readonly sessions: Sessions;

  constructor(core: HttpCore) {
    this.credentials = new Credentials(core);
    this.sessions = new Sessions(core);
  }
}
