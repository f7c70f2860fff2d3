import { traced } from "../core/call-site";
import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions, Signer } from "../core/types";
import type { CustomerId, InternalAccountId } from "../models/ids";
import { internalAccountSchema } from "../models/internal-account";
import type { InternalAccount, InternalAccountListParams } from "../models/internal-account";
import type { SignedRetryChallenge } from "../models/signed-retry-challenge";
import { walletExportSchema } from "../models/wallet-export";
import type { WalletExport, WalletExportParams } from "../models/wallet-export";
import { INTERNAL_ACCOUNTS } from "../operations/accounts";
import { idOf } from "../operations/parameter-kinds";
import { check } from "./checks";
import { Resource } from "./resource";

/** Accounts that the service holds for customers. */
export class InternalAccounts extends Resource {
  /**
   * Lists the internal accounts of customers. For the platform's own, use `platform.internalAccounts`.
   * Balances are integers in the smallest unit of their currency.
   *
   * @example
   * ```ts
   * for await (const { id, balance } of payments.internalAccounts.list({ customerId: customer.id })) {
   *   console.log(id, formatAmount(balance.amount, balance.currency));
   * }
   * ```
   * @see GET /customers/internal-accounts
   */
  list(params: InternalAccountListParams = {}, options?: ListOptions): Paginator<InternalAccount> {
    return this.pages(INTERNAL_ACCOUNTS.list, internalAccountSchema, { params, options });
  }

  /**
   * Finds a customer's embedded wallet. Resolves to `undefined` if the customer has none.
   *
   * @example
   * ```ts
   * const wallet = await payments.internalAccounts.findWallet(customer.id);
   * ```
   * @see GET /customers/internal-accounts
   */
  async findWallet(customerId: CustomerId, options?: RequestOptions): Promise<InternalAccount | undefined> {
    const operation = "internalAccounts.findWallet";
    return traced(this.findWallet, async () => {
      check(operation, { id: customerId }, { id: idOf("Customer") });
      const wallets = this.list({ customerId, type: "EMBEDDED_WALLET" }, { ...options, prefetch: 0 });
      for await (const wallet of wallets) return wallet;
      return undefined;
    });
  }

  /**
   * Exports the recovery phrase of an embedded wallet, sealed to a fresh key pair. The action must be signed.
   *
   * With a `signer`, this call signs the challenge and sends the signed request. Without one, it resolves to
   * the challenge. Sign it, then repeat the call with the headers `Service-Wallet-Signature` and
   * `Request-Id`. An export changes nothing, so you can repeat it with a new challenge.
   *
   * @throws {InvalidRequestError} when `clientPublicKey` is not a P-256 public key in hexadecimal
   * @throws {BadRequestError} when the account is not an embedded wallet
   * @throws {AuthenticationError} when the service does not accept the signature or its challenge
   * @throws {ChallengeExpiredError} when signing took longer than the challenge lasts
   *
   * @example
   * ```ts
   * const sealed = await payments.internalAccounts.export(accountId, { clientPublicKey }, { signer });
   * // `openWalletExport` of payments-sdk/wallet opens it with the private half of the key.
   * ```
   * @see POST /internal-accounts/{id}/export
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
    return this.call(INTERNAL_ACCOUNTS.export, walletExportSchema, { id: accountId, params, options });
  }
}
