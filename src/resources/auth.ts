import type { HttpCore } from "../core/http-core";
import { Credentials } from "./credentials";
import { Sessions } from "./sessions";

/** Signing in to embedded wallets. Source: specification, "Embedded-wallet authentication". */
export class Auth {
  readonly credentials: Credentials;
  readonly sessions: Sessions;

  constructor(core: HttpCore) {
    this.credentials = new Credentials(core);
    this.sessions = new Sessions(core);
  }
}
