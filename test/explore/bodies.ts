/** The time of the service and of the caller. It never moves, so that every history repeats exactly. */
export const NOW = Date.parse("2026-04-27T12:00:00Z");
const time = new Date(NOW).toISOString();
const later = new Date(NOW + 300_000).toISOString();
const usd = { code: "USD", name: "United States Dollar", symbol: "$", decimals: 2 };

export const WALLET = "InternalAccount:wallet";
export const AMOUNT = 1000;

/** A body of a response or of a request. */
export type Body = Readonly<Record<string, unknown>>;

/** The genuine bodies of the service (specification and contract), written without the package. */
export const bodies = {
  transfer: (id: string, isIncoming: boolean, asked: Body): Body => ({
    id,
    status: "PENDING",
    type: isIncoming ? "INCOMING" : "OUTGOING",
    source: { sourceType: "ACCOUNT", ...(asked["source"] as Body) },
    destination: { destinationType: "ACCOUNT", ...(asked["destination"] as Body) },
    customerId: "Customer:payer",
    platformCustomerId: "payer",
    createdAt: time,
    updatedAt: time,
    [isIncoming ? "receivedAmount" : "sentAmount"]: { amount: AMOUNT, currency: usd },
  }),
  quote: (id: string, status: string, asked: Body): Body => ({
    id,
    status,
    createdAt: time,
    expiresAt: later,
    source: { sourceType: "ACCOUNT", ...(asked["source"] as Body) },
    destination: { destinationType: "ACCOUNT", ...(asked["destination"] as Body) },
    sendingCurrency: usd,
    receivingCurrency: usd,
    totalSendingAmount: AMOUNT,
    totalReceivingAmount: AMOUNT,
    exchangeRate: 1,
    feesIncluded: 0,
    paymentInstructions: [
      { accountOrWalletInfo: { accountType: "EMBEDDED_WALLET", payloadToSign: `pay ${id}` } },
    ],
  }),
  customer: (id: string, platformCustomerId: string): Body => ({
    id,
    customerType: "INDIVIDUAL",
    platformCustomerId,
    umaAddress: `$${platformCustomerId}@example.com`,
  }),
  credential: (id: string, type: string, accountId = WALLET, createdAt = time): Body => ({
    id,
    accountId,
    type,
    nickname: "ada@example.com",
    createdAt,
    updatedAt: createdAt,
  }),
  session: (id: string): Body => ({
    id,
    accountId: WALLET,
    type: "EMAIL_OTP",
    nickname: "ada@example.com",
    createdAt: time,
    updatedAt: time,
    expiresAt: later,
  }),
  walletExport: (id: string, sealed: string): Body => ({ id, encryptedWalletCredentials: sealed }),
  challenge: (requestId: string, type = "EMAIL_OTP"): Body => ({
    type,
    payloadToSign: `sign ${requestId}`,
    requestId,
    expiresAt: later,
  }),
  /** The service's own error (contract). */
  error: (status: number, code: string): Body => ({ status, code, message: `The service says ${code}` }),
};
