/*
 * What opens, seals and imports values, with HPKE, in one chunk. It loads with the first key pair, sealed code or export.
 * It imports little of what the wallet loads at once: bundlers would move that into a third file.
 */
export { openSealed } from "./hpke";
export { derivesPoints, importPair } from "./jwk";
export { readSessionBundle } from "./read-session-bundle";
export { readWalletExport, requireIssuerPoints, requireIssuerPolicy, sealOneTimeCode } from "./signed-values";
