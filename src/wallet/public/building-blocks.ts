/*
 * The building blocks below a wallet, and the sandbox.
 */
export { ClientKeyPair, generateClientKeyPair } from "../crypto/client-key-pair";
export { openSessionBundle, openWalletExport } from "../crypto/open-sealed";
export { SessionKey } from "../crypto/session-key";
export { verifyStamp } from "../crypto/stamp";
export { toAssertion, toAttestation } from "../passkey-mapping";
export { sandboxOidcToken, sandboxPasskeys, sandboxSigner, sandboxValues } from "../sandbox";
export { WalletSession } from "../wallet-session";
