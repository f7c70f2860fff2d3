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

const byPasskey = {
  paid: "COMPLETED",
  revoked: "NotFoundError",
  devices: ["Laptop"],
  signedIn: "PASSKEY",
  exported: "refused",
  again: "PASSKEY",
};

/** The result of the scenario. */
export const expected = {
  ...expectedJourneys,
  passkeys: { held: byPasskey, sealed: byPasskey },
  echoed: {
    method: "POST",
    accept: "application/json",
    authorization: `Basic ${Buffer.from("id:sécret").toString("base64")}`,
    type: "application/json",
    body: '{"name":"Zoë 💶"}',
  },
  refused: { name: "ConnectionError", code: "CONNECTION_FAILED", outcome: "not-executed" },
  dropped: { name: "ConnectionError", code: "CONNECTION_FAILED", outcome: "unknown" },
  cut: { name: "ConnectionError", code: "CONNECTION_FAILED", outcome: "unknown" },
  stalled: { name: "TimeoutError", code: "TIMEOUT", outcome: "unknown" },
  redirected: { name: "ConnectionError", code: "REDIRECTED", outcome: "unknown" },
  failed: { name: "ServerError", code: "HTTP_502", outcome: "unknown" },
  aborted: true,
  // The service got each write once. Nothing else is known.
  restarted: { deliveredOnce: 24, outcomes: ["unknown"] },
  kept: "GET",
  // The number of requests for each, and the number of different keys.
  seen: {
    silent: [1, 0],
    echo: [2, 0],
    drop: [3, 1],
    cut: [3, 1],
    stall: [1, 1],
    redirect: [1, 1],
    html: [3, 1],
  },
};
