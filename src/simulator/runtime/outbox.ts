/** An e-mail or an SMS of the service. */
export interface OutboxMessage {
  /** The address, or the phone number. */
  to: string;
  /** The subject line of an e-mail. */
  subject: string;
  /** The whole text, the code included. */
  text: string;
  /** The one-time code inside. */
  code: string;
  /** The credential that the code belongs to. */
  credentialId: string;
  /** The wallet of the credential. */
  accountId: string;
  /** `false` in sandbox, where nothing is sent (specification, "Sandbox magic values"). */
  delivered: boolean;
  /** ISO 8601 in UTC, on the simulator's clock. */
  at: string;
}
