import { bodies } from "./bodies";
import type { Body } from "./bodies";
import type { Habits } from "./habits";
import type { Visitor } from "./network";

/** A request that the service receives. */
export interface Wire {
  readonly method: string;
  /** The path after the version. */
  readonly path: string;
  readonly key: string | undefined;
  readonly signature: string | undefined;
  readonly challenge: string | undefined;
  readonly body: Body;
  /** The person who asks through a relay. */
  readonly visitor?: Visitor;
}

/** A response of the service. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** In seconds. */
  readonly retryAfter?: number;
  /** The wallet that the user of a relay owns, as the relay says. */
  readonly owns?: string;
}

/** An effect of the service. */
export interface Effect {
  readonly kind: "payment" | "customer" | "credential" | "deletion" | "export" | "session";
  readonly id: string;
  /** The call that caused it. */
  readonly call: number;
  readonly key: string | undefined;
}

/** The API token that the client uses. */
export const OWN_TOKEN = "own-token";

const refused = (status: number, code: string): Answer => ({ status, body: bodies.error(status, code) });

/** A service that executes requests, counts effects, and stores responses under their keys. */
export class Service {
  readonly effects: Effect[] = [];
  readonly sessions = new Set(["Session:here", "Session:other"]);
  readonly #habits: Habits;
  readonly #stored = new Map<string, Answer>();
  readonly #quotes = new Map<string, Body>();
  readonly #executedBy = new Map<string, string | undefined>();
  readonly #credentials: Body[];
  readonly #challenges = new Set<string>();
  readonly #ofAnother = new Set<string>();
  /** The WebAuthn id of each passkey, by the id of its credential. */
  readonly #passkeys = new Map<string, string>();
  /** The credentials that wait for a proof. */
  readonly #asked = new Set<string>();
  #isFunded = false;
  #made = 0;

  constructor(habits: Habits = {}) {
    this.#habits = habits;
    this.#credentials = [...(habits.credentials ?? [])];
    // A registration by email sends the first code at once.
    for (const { id, type } of this.#credentials) if (type === "EMAIL_OTP") this.#asked.add(String(id));
  }

  /** The WebAuthn ids of the passkeys that sign in. */
  get passkeys(): string[] {
    return [...this.#passkeys.values()];
  }

  get storesRefusals(): boolean {
    return this.#habits.storesRefusals === true;
  }

  /** Adds a quote that can be executed. */
  addQuote(id: string, source: string): void {
    const parties = { source: { accountId: source }, destination: { accountId: "ExternalAccount:bob" } };
    this.#quotes.set(id, bodies.quote(id, "PENDING", parties));
  }

  /** Expires a quote that was not executed, or all of them. */
  expireQuotes(only?: string): void {
    for (const [id, quote] of this.#quotes) {
      const isMeant = only === undefined || only === id;
      if (isMeant && quote["status"] === "PENDING") this.#quotes.set(id, { ...quote, status: "EXPIRED" });
    }
  }

  /** Somebody funds the account. */
  fund(): void {
    this.#isFunded = true;
  }

  /** Another payment has used this key. */
  useKey(key: string, response: Body): void {
    this.#stored.set(key, { status: 201, body: response });
    this.#ofAnother.add(key);
  }

  /** A look shows that the key belongs to another payment. */
  isOfAnother(key: string | undefined): boolean {
    return key !== undefined && this.#ofAnother.has(key);
  }

  /** Forgets the stored responses. */
  forgetKeys(): void {
    this.#stored.clear();
  }

  /** The stored response for the key of a request. */
  storedFor({ key }: Wire): Answer | undefined {
    return key === undefined ? undefined : this.#stored.get(key);
  }

  /** The service has decided about this request already: it stored a response, or the quote was executed or expired. */
  isSettled(wire: Wire): boolean {
    const [, root, id = "", last] = wire.path.split("/");
    const isExecution = root === "quotes" && last === "execute";
    return (
      this.storedFor(wire) !== undefined || (isExecution && this.#quotes.get(id)?.["status"] !== "PENDING")
    );
  }

  /** The response to a read before any call. */
  old({ method, path }: Wire): Answer | undefined {
    if (method !== "GET") return undefined;
    const quote = this.#quotes.get(path.slice("/quotes/".length));
    if (quote !== undefined) return { status: 200, body: { ...quote, status: "PENDING" } };
    return path.startsWith("/auth/credentials") ? { status: 200, body: { data: [] } } : undefined;
  }

  /** Executes a request. */
  handle(wire: Wire, call: number): Answer {
    const { refusesAll } = this.#habits;
    if (refusesAll?.isBeforeKey) return refused(refusesAll.status, refusesAll.code);
    const stored = this.storedFor(wire);
    if (stored !== undefined) return stored;
    const answer = this.#act(wire, call);
    const isKept = answer.status < 300 || this.storesRefusals;
    if (wire.key !== undefined && isKept) this.#stored.set(wire.key, answer);
    return answer;
  }

  /** Refuses a request for the service's own reason. */
  refuse(wire: Wire, answer: Answer): Answer {
    const isStored = this.storedFor(wire) !== undefined;
    if (wire.key !== undefined && !isStored && this.storesRefusals) this.#stored.set(wire.key, answer);
    return answer;
  }

  #act(wire: Wire, call: number): Answer {
    const { refusesAll, needsFunds } = this.#habits;
    if (refusesAll !== undefined) return refused(refusesAll.status, refusesAll.code);
    if (needsFunds && !this.#isFunded) return refused(409, "INSUFFICIENT_BALANCE");
    const { method, path } = wire;
    const [, root, id = "", last] = path.split("?")[0]?.split("/") ?? [];
    switch (`${method} ${root}${last === undefined ? "" : `/${last}`}`) {
      case "POST transfer-in":
      case "POST transfer-out":
        return {
          status: 201,
          body: bodies.transfer(this.#pay(wire, call), root === "transfer-in", wire.body),
        };
      case "POST quotes":
        return this.#quote(wire, call);
      case "POST quotes/execute":
        return this.#execute(id, wire, call);
      case "GET quotes":
        return { status: 200, body: this.#quotes.get(id) };
      case "POST customers":
        return this.#createCustomer(wire, call);
      case "GET auth":
        return {
          status: 200,
          body: { data: id.startsWith("sessions") ? this.#sessions() : this.#credentials },
        };
      case "POST auth":
        return this.#createCredential(wire, call);
      case "POST auth/" + last:
        if (path.endsWith("/refresh")) return this.#refresh(last as string, wire, call);
        return path.endsWith("/verify")
          ? this.#verify(last as string, wire, call)
          : this.#ask(last as string);
      case "DELETE tokens":
        return this.#deleteToken(id, wire, call);
      case "DELETE auth/" + last:
        return this.#revoke(last as string, wire, call);
      case "POST internal-accounts/export":
        return this.#export(id, wire, call);
      default:
        throw new Error(`the model has no ${method} ${path}`);
    }
  }

  #sessions(): Body[] {
    return [...this.sessions].map(bodies.session);
  }

  #new(kind: string): string {
    this.#made += 1;
    return `${kind}:${this.#made}`;
  }

  #note(kind: Effect["kind"], id: string, { key }: Wire, call: number): string {
    this.effects.push({ kind, id, call, key });
    return id;
  }

  #pay(wire: Wire, call: number): string {
    return this.#note("payment", this.#new("Transaction"), wire, call);
  }

  #quote(wire: Wire, call: number): Answer {
    const id = this.#new("Quote");
    const isPaid = wire.body["immediatelyExecute"] === true;
    if (isPaid) this.#note("payment", id, wire, call);
    this.#quotes.set(id, bodies.quote(id, isPaid ? "PROCESSING" : "PENDING", wire.body));
    return { status: 201, body: this.#quotes.get(id) };
  }

  /** A quote executes once, even with different keys. */
  #execute(id: string, wire: Wire, call: number): Answer {
    const quote = this.#quotes.get(id);
    if (quote === undefined) return refused(404, "QUOTE_NOT_FOUND");
    if (quote["status"] === "EXPIRED") return refused(409, "QUOTE_EXPIRED");
    if (quote["status"] !== "PENDING") return refused(409, this.#habits.executedAlready ?? "CONFLICT");
    const executed = { ...quote, status: "PROCESSING" };
    this.#quotes.set(id, executed);
    this.#note("payment", id, wire, call);
    return { status: 200, body: executed };
  }

  #createCustomer(wire: Wire, call: number): Answer {
    const isTaken = this.effects.some(({ kind }) => kind === "customer");
    if (isTaken && this.#habits.hasUniqueCustomers) return refused(409, "CONFLICT");
    const id = this.#note("customer", this.#new("Customer"), wire, call);
    return { status: 201, body: bodies.customer(id, String(wire.body["platformCustomerId"])) };
  }

  #createCredential(wire: Wire, call: number): Answer {
    const type = String(wire.body["type"]);
    // The first credential of a wallet needs no signature.
    if (this.#credentials.length > 0) {
      const asked = this.#askForSignature(wire, type);
      if (asked !== undefined) return asked;
    }
    const { namesPasskeys = false } = this.#habits;
    const credentialId = (wire.body["attestation"] as Body | undefined)?.["credentialId"];
    const isDouble =
      namesPasskeys && type === "PASSKEY"
        ? this.passkeys.includes(String(credentialId))
        : this.#credentials.some((each) => each["type"] === type);
    if (isDouble && type !== "OAUTH") return refused(400, `${type}_CREDENTIAL_ALREADY_EXISTS`);
    const id = this.#note("credential", this.#new("AuthMethod"), wire, call);
    const row = bodies.credential(id, type);
    const credential = namesPasskeys && type === "PASSKEY" ? { ...row, credentialId } : row;
    if (type === "PASSKEY") this.#passkeys.set(id, String(credentialId));
    this.#credentials.push(credential);
    return { status: 201, body: credential };
  }

  #ask(id: string): Answer {
    const credential = this.#credentials.find((each) => each["id"] === id);
    if (credential === undefined) return refused(404, "NOT_FOUND");
    this.#asked.add(id);
    const challenge = { challenge: "Y2hhbGxlbmdl", requestId: "sign-in" };
    const isPasskey = credential["type"] === "PASSKEY";
    return { status: 200, body: { ...credential, ...(isPasskey && challenge) } };
  }

  /** Opens a session. A proof works once. */
  #verify(id: string, wire: Wire, call: number): Answer {
    const answer = refused(401, "UNAUTHORIZED");
    const open = { ...bodies.error(401, "UNAUTHORIZED"), message: "The credential has no open challenge" };
    if (!this.#asked.delete(id)) return { ...answer, body: open };
    const assertion = wire.body["assertion"] as Body | undefined;
    if (this.#passkeys.get(id) !== assertion?.["credentialId"]) return answer;
    return this.#openSession(wire, call);
  }

  #openSession(wire: Wire, call: number): Answer {
    const session = this.#note("session", this.#new("Session"), wire, call);
    this.sessions.add(session);
    return { status: 200, body: bodies.session(session) };
  }

  /** A session signs for its successor. */
  #refresh(id: string, wire: Wire, call: number): Answer {
    if (!this.sessions.has(id)) return refused(404, "NOT_FOUND");
    return this.#askForSignature(wire, "EMAIL_OTP") ?? this.#openSession(wire, call);
  }

  #deleteToken(id: string, wire: Wire, call: number): Answer {
    const isGone = this.effects.some(({ kind }) => kind === "deletion");
    // The service checks the token of a request first.
    if (isGone && id === OWN_TOKEN) return refused(401, "UNAUTHORIZED");
    if (isGone) return refused(this.#habits.goneAlready ?? 404, "TOKEN_NOT_FOUND");
    this.#note("deletion", id, wire, call);
    return { status: 204 };
  }

  #revoke(id: string, wire: Wire, call: number): Answer {
    const isGone = !this.sessions.has(id);
    const isOnceMore = wire.challenge !== undefined && !this.#challenges.has(wire.challenge);
    if (isGone && !(isOnceMore && this.#habits.usedChallenge !== 404)) return refused(404, "NOT_FOUND");
    const asked = this.#askForSignature(wire, "EMAIL_OTP");
    if (asked !== undefined) return asked;
    this.sessions.delete(id);
    this.#note("deletion", id, wire, call);
    return { status: 204 };
  }

  #export(id: string, wire: Wire, call: number): Answer {
    const asked = this.#askForSignature(wire, "EMAIL_OTP");
    if (asked !== undefined) return asked;
    const sealed = this.#note("export", this.#new("Sealed"), wire, call);
    return { status: 200, body: bodies.walletExport(id, sealed) };
  }

  /** A challenge for an unsigned request, or a refusal for a used challenge. */
  #askForSignature({ signature, challenge }: Wire, type: string): Answer | undefined {
    if (this.#habits.needsNoSignature) return undefined;
    if (signature === undefined || challenge === undefined) {
      const requestId = this.#new("challenge");
      this.#challenges.add(requestId);
      return { status: 202, body: bodies.challenge(requestId, type) };
    }
    if (this.#challenges.delete(challenge)) return undefined;
    const { usedChallenge = 401 } = this.#habits;
    return usedChallenge === 400 ? refused(400, "INVALID_REQUEST_FORMAT") : refused(401, "INVALID_SIGNATURE");
  }
}
