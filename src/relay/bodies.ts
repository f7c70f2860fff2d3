import * as z from "zod/mini";

/**
 * The forwarded fields of each body. The relay drops all others. The schemas follow the specification, so they do not grow
 * with what a page sends.
 */

const text = /* @__PURE__ */ z.string();
/** The types of credentials that send a code. */
const codeType = /* @__PURE__ */ z.enum(["EMAIL_OTP", "SMS_OTP"]);
const optionalText = /* @__PURE__ */ z.optional(text);

/** Body of the relay's own POST /registration-challenge. */
export const registrationChallengeRequest = /* @__PURE__ */ z.object({ accountId: text });

/** Body of POST /auth/credentials. */
export const newCredential = /* @__PURE__ */ z.discriminatedUnion("type", [
  /* @__PURE__ */ z.object({ type: codeType, accountId: text }),
  /* @__PURE__ */ z.object({
    type: /* @__PURE__ */ z.literal("OAUTH"),
    accountId: text,
    oidcToken: text,
  }),
  /* @__PURE__ */ z.object({
    type: /* @__PURE__ */ z.literal("PASSKEY"),
    accountId: text,
    nickname: optionalText,
    challenge: text,
    attestation: /* @__PURE__ */ z.object({
      credentialId: text,
      clientDataJson: text,
      attestationObject: text,
      transports: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.array(text)),
    }),
  }),
]);

/** Body of POST /auth/credentials/{id}/challenge: a passkey's, or none. */
export const credentialChallenge = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ z.object({ clientPublicKey: optionalText }),
);

/** Body of POST /auth/credentials/{id}/verify. */
export const verification = /* @__PURE__ */ z.discriminatedUnion("type", [
  // The older service takes the code and a key, the newest a sealed code.
  /* @__PURE__ */ z.object({
    type: /* @__PURE__ */ z.literal("EMAIL_OTP"),
    otp: optionalText,
    clientPublicKey: optionalText,
    encryptedOtpBundle: optionalText,
  }),
  /* @__PURE__ */ z.object({ type: /* @__PURE__ */ z.literal("SMS_OTP"), encryptedOtpBundle: text }),
  /* @__PURE__ */ z.object({
    type: /* @__PURE__ */ z.literal("OAUTH"),
    oidcToken: text,
    clientPublicKey: text,
  }),
  /* @__PURE__ */ z.object({
    type: /* @__PURE__ */ z.literal("PASSKEY"),
    assertion: /* @__PURE__ */ z.object({
      credentialId: text,
      clientDataJson: text,
      authenticatorData: text,
      signature: text,
      userHandle: optionalText,
    }),
    // The newest challenge takes the key.
    clientPublicKey: optionalText,
  }),
]);

/** Body of POST /auth/sessions/{id}/refresh and of POST /internal-accounts/{id}/export. */
export const freshKey = /* @__PURE__ */ z.object({ clientPublicKey: text });

/**
 * Body of POST /quotes, out of a wallet. The wallet signs before money moves, so `immediatelyExecute` is left out. The
 * platform supplies `senderCustomerInfo`.
 */
export const newQuote = /* @__PURE__ */ z.object({
  source: /* @__PURE__ */ z.object({
    sourceType: /* @__PURE__ */ z.literal("ACCOUNT"),
    accountId: text,
  }),
  destination: /* @__PURE__ */ z.discriminatedUnion("destinationType", [
    /* @__PURE__ */ z.object({
      destinationType: /* @__PURE__ */ z.literal("ACCOUNT"),
      accountId: text,
      paymentRail: optionalText,
    }),
    /* @__PURE__ */ z.object({
      destinationType: /* @__PURE__ */ z.literal("UMA_ADDRESS"),
      umaAddress: text,
      currency: optionalText,
    }),
  ]),
  lockedCurrencySide: text,
  lockedCurrencyAmount: /* @__PURE__ */ z.number(),
  lookupId: optionalText,
  description: optionalText,
  remittanceInformation: optionalText,
  purposeOfPayment: optionalText,
});
