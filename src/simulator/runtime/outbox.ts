import { Newest } from "./newest";
import { listOf } from "./saved";
import type { Stateful } from "./state";

/** An e-mail of the service. */
export interface OutboxMessage {
  /** The address. */
  to: string;
  /** The subject line. */
  subject: string;
  /** The whole text, the code included. */
  text: string;
  /** The one-time code inside. */
  code: string;
  /** The EMAIL_OTP credential that the code belongs to. */
  credentialId: string;
  /** The wallet of the credential. */
  accountId: string;
  /** `false` in sandbox, where no mail is sent (specification, "Sandbox magic values"). */
  delivered: boolean;
  /** ISO 8601 in UTC, on the simulator's clock. */
  at: string;
}

/** The e-mails that the service sent, or in sandbox would have sent. */
export class Outbox implements Stateful {
  readonly #messages: Newest<OutboxMessage>;

  constructor(limit: number) {
    this.#messages = new Newest(limit);
  }

  /** The newest messages, oldest first (option `keep`). */
  get list(): readonly OutboxMessage[] {
    return this.#messages.list;
  }

  /** The newest message, or the newest one to the given address. */
  last(to?: string): OutboxMessage | undefined {
    return this.list.findLast((message) => to === undefined || message.to === to);
  }

  /** Called by the service when it sends. */
  push(message: OutboxMessage): void {
    this.#messages.push(message);
  }

  /** For snapshots. */
  save(): unknown {
    return this.list;
  }

  /** For snapshots. */
  load(saved: unknown): void {
    this.#messages.replace(listOf(saved) as OutboxMessage[]);
  }

  /** Forgets the messages. */
  clear(): void {
    this.#messages.clear();
  }
}
