import type { HttpCore } from "../core/http-core";
import { AuthCredentials } from "./credentials";
import { AuthSessions } from "./sessions";

/** Signs users in to embedded wallets. */
export class Auth {
  /** The credentials of a wallet: passkeys, OpenID tokens and one-time passwords. */
  readonly credentials: AuthCredentials;
  /** The active sessions of a wallet. */
  readonly sessions: AuthSessions;

  constructor(core: HttpCore) {
    this.credentials = new AuthCredentials(core);
    this.sessions = new AuthSessions(core);
  }
}
