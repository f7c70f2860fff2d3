/*
 * What a page needs before anybody signs in.
 */
export { codeProblemOf } from "../code-problem";
export { browserPasskeys } from "../passkeys/browser-passkeys";
export { indexedDbStore } from "../stores/indexed-db-store";
export { memoryStore } from "../stores/memory-store";
export { Wallet } from "../wallet";
export { englishWords, wordsFor } from "../words";
