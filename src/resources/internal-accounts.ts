import type { Paginator } from "../core/pagination";
import { post } from "../core/path";
import type { ListOptions, RequestOptions, Signer } from "../core/types";
import type { CustomerId, InternalAccountId } from "../models/ids";
import type { InternalAccount, InternalAccountListParams } from "../models/internal-account";
import type { SignedRetryChallenge } from "../models/signed-retry-challenge";
import type { WalletExport, WalletExportParams } from "../models/wallet-export";
import { check, id, idOf, optional, publicKey } from "./checks";
import { internalAccountPage, walletExport } from "./genuine";
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
    return this.paginate("internalAccounts.list", "/customers/internal-accounts", {
      query: params,
      checks: { customerId: optional(idOf("Customer")) },
      response: internalAccountPage,
      options,
    });
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
    return this.traced(operation, async () => {
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
    return this.request<WalletExport | SignedRetryChallenge>(
      "internalAccounts.export",
      post`/internal-accounts/${id("InternalAccount", accountId)}/export`,
      {
        body: params,
        checks: { clientPublicKey: publicKey },
        response: walletExport({ id: accountId }),
        signedRetry: { recovery: { kind: "none" } },
        options,
      },
    );
  }
}
