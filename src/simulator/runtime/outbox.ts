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
