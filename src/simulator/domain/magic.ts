/** The values that the sandbox accepts in place of real proofs, and only the sandbox (specification, "Sandbox magic values"). */
export const magicValues = {
  oneTimeCode: "000000",
  passkeySignature: "sandbox-valid-passkey-signature",
  oidcToken: "sandbox-valid-oidc-token",
  walletSignature: "sandbox-valid-signature",
} as const;

/** The `reason` of the 401 of each failed check. The last one is our reading of a garbled row (OP-25). */
export const failureReasons = {
  oneTimeCode: "Invalid OTP code",
  passkeySignature: "Invalid passkey signature",
  oidcToken: "Invalid OIDC token",
  walletSignature: "Invalid Service-Wallet-Signature",
} as const;
