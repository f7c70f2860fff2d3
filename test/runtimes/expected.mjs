/** The result of the journeys, the same on every runtime. */
export const expectedJourneys = {
  paidOnce: { status: "COMPLETED", sent: 1, left: 750_00 },
  held: {
    status: "COMPLETED",
    words: 12,
    exported: "refused",
    left: ["EMAIL_OTP", "SMS_OTP"],
    restored: ["EMAIL_OTP", "SMS_OTP"],
    ended: "SessionRequiredError",
  },
  sealed: {
    status: "COMPLETED",
    words: 12,
    exported: "refused",
    left: ["EMAIL_OTP"],
    restored: ["EMAIL_OTP"],
    ended: "SessionRequiredError",
  },
  unlisted: 404,
  delivered: { type: "INTERNAL_ACCOUNT.BALANCE_UPDATED", rejected: "WebhookVerificationError" },
};

const { paidOnce, unlisted } = expectedJourneys;
/** The same where the platform has no cryptography. */
export const uncryptedJourneys = { paidOnce, unlisted };
