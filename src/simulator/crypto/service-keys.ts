import { entropyToMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import type { Clock } from "../runtime/clock";
import { SeededRandom } from "../runtime/random";
import { IdentityProvider } from "./identity-provider";
import { createKeyPair } from "./p256";
import type { P256KeyPair } from "./p256";

/** The service's keys. Each comes only from the seed, and is created at the first use. */
export class ServiceKeys {
  /** The organization in exported wallets. */
  readonly organizationId: string;
  readonly #seed: string;
  readonly #clock: Clock;
  readonly #oidcIssuers: readonly string[];
  #issuer: P256KeyPair | undefined;
  #webhooks: P256KeyPair | undefined;
  #identityProvider: IdentityProvider | undefined;

  constructor({ seed, oidcIssuers }: { seed: string; oidcIssuers: readonly string[] }, clock: Clock) {
    this.#seed = seed;
    this.#oidcIssuers = oidcIssuers;
    this.#clock = clock;
    this.organizationId = this.#random("organization").uuid();
  }

  /** Signs exported wallets in production. */
  get exportIssuer(): P256KeyPair {
    return (this.#issuer ??= createKeyPair(this.#random("wallet-export-issuer")));
  }

  /** Signs deliveries. */
  get webhooks(): P256KeyPair {
    return (this.#webhooks ??= createKeyPair(this.#random("webhooks")));
  }

  get identityProvider(): IdentityProvider {
    return (this.#identityProvider ??= new IdentityProvider(
      this.#clock,
      this.#random("identity-provider"),
      this.#oidcIssuers,
    ));
  }

  /** The recovery phrase of a wallet. It never changes. */
  mnemonic(accountId: string): string {
    return createMnemonic(this.#random(`mnemonic ${accountId}`));
  }

  #random(purpose: string): SeededRandom {
    return new SeededRandom(`${this.#seed} ${purpose}`);
  }
}

/** Twelve words of BIP-39, which any wallet software accepts. They encode 16 bytes from the seed, and protect nothing. */
export function createMnemonic(random: SeededRandom): string {
  return entropyToMnemonic(random.bytes(16), wordlist);
}
