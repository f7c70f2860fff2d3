import { publicKey } from "../resources/checks";
import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { ListOptions, RequestOptions, Signer } from "../core/types";
import type { CustomerId, InternalAccountId } from "../models/ids";
import { internalAccountSchema } from "../models/internal-account";
import type { InternalAccount, InternalAccountListParams } from "../models/internal-account";
import { pageSchema } from "../models/page";
import type { SignedRetryChallenge } from "../models/signed-retry-challenge";
import { walletExportSchema } from "../models/wallet-export";
import type { WalletExport, WalletExportParams } from "../models/wallet-export";
import { id, page, send } from "./send";

const internalAccountPageSchema = /* @__PURE__ */ pageSchema(internalAccountSchema);

/** The accounts that the service holds for customers. Source: specification, "Accounts". */
export class InternalAccounts {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Lists the internal accounts of customers. Those of the platform itself are in `platform.internalAccounts`.
   * Balances are integers in the smallest unit of their currency.
   *
   * @see Specification, GET /customers/internal-accounts
   */
  list(params: InternalAccountListParams = {}, options?: ListOptions): Paginator<InternalAccount> {
    return page(
      this.#core,
      {
        operation: "internalAccounts.list",
        method: "GET",
        path: "/customers/internal-accounts",
        query: params,
        schema: internalAccountPageSchema,
      },
      options,
    );
  }

  /**
   * Finds a customer's embedded wallet, or resolves to `undefined` when the customer has none.
   *
   * @see Specification, GET /customers/internal-accounts with type=EMBEDDED_WALLET
   */
  async findWallet(customerId: CustomerId, options?: RequestOptions): Promise<InternalAccount | undefined> {
    const wallets = this.list(
      { customerId: id("Customer", customerId), type: "EMBEDDED_WALLET" },
      { ...options, prefetch: 0 },
    );
    for await (const wallet of wallets) return wallet;
    return undefined;
  }

  /**
   * Exports the recovery phrase of an embedded wallet, sealed to a fresh key pair. The action is signed: with a `signer`
   * the challenge is answered within this call; without one, the call resolves to the challenge, and is repeated with
   * the same parameters and the headers `Service-Wallet-Signature` and `Request-Id`. Exporting changes nothing, so it
   * may be repeated with a new challenge.
   *
   * @throws InvalidRequestError when `clientPublicKey` is not 130 hexadecimal characters starting with `04`
   * @throws BadRequestError when the account is not an embedded wallet
   * @throws AuthenticationError when the stamp, or the challenge it answers, is not accepted
   * @throws ChallengeExpiredError when signing took longer than the challenge lasts
   * @see Specification, POST /internal-accounts/{id}/export
   */
  export(
    accountId: InternalAccountId,
    params: WalletExportParams,
    options: RequestOptions & { signer: Signer },
  ): Promise<WalletExport>;
  export(
    accountId: InternalAccountId,
    params: WalletExportParams,
    options?: RequestOptions,
  ): Promise<WalletExport | SignedRetryChallenge>;
  async export(
    accountId: InternalAccountId,
    params: WalletExportParams,
    options?: RequestOptions,
  ): Promise<WalletExport | SignedRetryChallenge> {
    return send<WalletExport | SignedRetryChallenge>(
      this.#core,
      {
        operation: "internalAccounts.export",
        method: "POST",
        path: path`/internal-accounts/${id("InternalAccount", accountId)}/export`,
        body: params,
        checks: { clientPublicKey: publicKey },
        schema: walletExportSchema,
        signedRetry: { recovery: { kind: "none" } },
      },
      options,
    );
  }
}
