import type { VirtualClock } from "../clock";
import type { ResolvedOptions } from "../options";
import { SeededRandom } from "../random";
import { IdentityProvider } from "./identity-provider";
import { createMnemonic } from "./mnemonic";
import { createKeyPair } from "./p256";
import type { P256KeyPair } from "./p256";

/**
 * The keys that the service holds for embedded wallets. Each comes from the seed alone, whatever was called before, and is
 * made when it is first used.
 */
export class WalletAuthority {
  /** Client keys that have served, as lower-case hexadecimal (OP-20). */
  readonly usedClientKeys = new Set<string>();
  /** The organization that exported wallets name. */
  readonly organizationId: string;
  readonly #options: ResolvedOptions;
  readonly #clock: VirtualClock;
  #issuer: P256KeyPair | undefined;
  #identityProvider: IdentityProvider | undefined;

  constructor(options: ResolvedOptions, clock: VirtualClock) {
    this.#options = options;
    this.#clock = clock;
    this.organizationId = this.#random("organization").uuid();
  }

  /** Signs exported wallets in production. */
  get exportIssuer(): P256KeyPair {
    return (this.#issuer ??= createKeyPair(this.#random("wallet-export-issuer")));
  }

  get identityProvider(): IdentityProvider {
    return (this.#identityProvider ??= new IdentityProvider(
      this.#clock,
      this.#random("identity-provider"),
      this.#options.oidcIssuers,
    ));
  }

  /** The phrase behind a wallet: twelve English words, always the same for one wallet. */
  mnemonic(accountId: string): string {
    return createMnemonic(this.#random(`mnemonic ${accountId}`));
  }

  #random(purpose: string): SeededRandom {
    return new SeededRandom(`${this.#options.seed} ${purpose}`);
  }
}
