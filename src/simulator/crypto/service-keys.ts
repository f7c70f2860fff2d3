import { entropyToMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import type { Clock } from "../runtime/clock";
import { SeededRandom } from "../runtime/random";
import { identityProvider } from "./identity-provider";
import { createKeyPair } from "./p256";

export type ServiceKeys = ReturnType<typeof serviceKeys>;

/** The service's keys. Each comes only from the seed, and is created at the first use. */
export function serviceKeys(
  { seed, oidcIssuers }: { seed: string; oidcIssuers: readonly string[] },
  clock: Clock,
) {
  const random = (purpose: string) => new SeededRandom(`${seed} ${purpose}`);
  return {
    /** The organization in exported wallets. */
    organizationId: random("organization").uuid(),
    /** Signs exported wallets in production. */
    exportIssuer: once(() => createKeyPair(random("wallet-export-issuer"))),
    /** Signs the targets of one-time codes, in both environments. */
    codeIssuer: once(() => createKeyPair(random("one-time-code-issuer"))),
    /** The enclave's key for one code. `name` is different for each code. */
    codeTarget: (name: string) => createKeyPair(random(`one-time-code ${name}`)),
    /** Signs deliveries. */
    webhooks: once(() => createKeyPair(random("webhooks"))),
    identityProvider: once(() => identityProvider(clock, random("identity-provider"), oidcIssuers)),
    /** The recovery phrase of a wallet. It never changes. */
    mnemonic: (accountId: string) => createMnemonic(random(`mnemonic ${accountId}`)),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Twelve words of BIP-39, which any wallet software accepts. They encode 16 bytes from the seed, and protect nothing. */
export function createMnemonic(random: SeededRandom): string {
  return entropyToMnemonic(random.bytes(16), wordlist);
}
