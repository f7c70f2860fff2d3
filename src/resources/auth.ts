import type { HttpCore } from "../core/http-core";
import { Credentials } from "./credentials";
import { Sessions } from "./sessions";

/** Signs users in to embedded wallets. */
export class Auth {
  /** The credentials of a wallet: passkeys, OpenID tokens and one-time passwords. */
  readonly credentials: Credentials;
  /** The active sessions of a wallet. */
  readonly sessions: Sessions;

  constructor(core: HttpCore) {
    this.credentials = new Credentials(core);
    this.sessions = new Sessions(core);
  }
}
