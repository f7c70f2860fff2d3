import type {
  ExchangeRate,
  ExchangeRateListParams,
  WithdrawalFeeEstimate,
  WithdrawalFeeEstimateParams,
} from "../models/rates";
import type { Quote, QuoteCreateParams, QuoteExecuteParams } from "../models/quote";
import type { ExternalAccountLookup, ReceiverLookupParams, UmaLookup } from "../models/receiver";
import type {
  IncomingTransaction,
  Transaction,
  TransactionApproveParams,
  TransactionListParams,
  TransactionRejectParams,
  TransferInParams,
  TransferOutParams,
} from "../models/transaction";
import { anything, integer, text } from "../options/kinds";
import { PARTIES, QUOTE, SAME_ID, TRANSACTION } from "./always";
import { amount, idOf, optional, PAGING } from "./parameter-kinds";
import { filters, given, allRowsOf, group, one, operation, pageOf } from "./operation";

const account = /* @__PURE__ */ optional(/* @__PURE__ */ idOf("InternalAccount", "ExternalAccount"));
const customer = /* @__PURE__ */ optional(/* @__PURE__ */ idOf("Customer"));

/** The contract only asks for more than 0. */
const LARGEST_LOCKED_AMOUNT = 9_000_000_000_000_000;

/** The locked amount, if this side is locked. */
const lockedOf =
  (isReceiving: boolean) =>
  ({ lockedCurrencySide, lockedCurrencyAmount }: QuoteCreateParams): unknown =>
    (lockedCurrencySide === "RECEIVING") === isReceiving ? lockedCurrencyAmount : undefined;

/** The currency of the locked side, if the request names it. */
const lockedCurrencyOf =
  (isReceiving: boolean) =>
  ({ lockedCurrencySide, source, destination }: Partial<QuoteCreateParams>): unknown => {
    if ((lockedCurrencySide === "RECEIVING") !== isReceiving) return undefined;
    return isReceiving ? destination?.currency : source?.currency;
  };

export const QUOTES = group("quotes", {
  create: operation("POST /quotes", {
    keyed: true,
    body: given<QuoteCreateParams>({
      "source.accountId": account,
      "source.customerId": customer,
      "destination.accountId": account,
      lockedCurrencyAmount: integer(1, LARGEST_LOCKED_AMOUNT),
      lookupId: optional(idOf("Lookup")),
    }),
    result: one<Quote>(QUOTE, PARTIES, {
      amounts: { totalSendingAmount: lockedOf(false), totalReceivingAmount: lockedOf(true) },
      currencies: {
        "sendingCurrency.code": lockedCurrencyOf(false),
        "receivingCurrency.code": lockedCurrencyOf(true),
      },
      explainedBy: "fees",
    }),
  }),
  retrieve: operation("GET /quotes/{quoteId}", {
    id: "Quote",
    result: one<Quote>(QUOTE, SAME_ID),
  }),
  execute: operation("POST /quotes/{quoteId}/execute", {
    id: "Quote",
    keyed: true,
    params: given<QuoteExecuteParams>({ signature: optional(text) }),
    headers: { "Service-Wallet-Signature": "signature" },
    result: one<Quote>(QUOTE, SAME_ID),
  }),
});

export const TRANSFERS = group("transfers", {
  in: operation("POST /transfer-in", {
    keyed: true,
    body: given<TransferInParams>({
      "source.accountId": idOf("ExternalAccount"),
      "destination.accountId": idOf("InternalAccount"),
      amount,
    }),
    // Fees may reduce what arrives, and the response of April has no fee.
    result: one<IncomingTransaction>(TRANSACTION, PARTIES, {
      amounts: { "receivedAmount.amount": "amount" },
      explainedBy: "hidden-fees",
    }),
  }),
  out: operation("POST /transfer-out", {
    keyed: true,
    body: given<TransferOutParams>({
      "source.accountId": idOf("InternalAccount"),
      "destination.accountId": idOf("ExternalAccount"),
      amount,
    }),
    result: one<Transaction>(TRANSACTION, PARTIES, {
      amounts: { "sentAmount.amount": "amount" },
      explainedBy: "fees",
    }),
  }),
});

export const TRANSACTIONS = group("transactions", {
  list: operation("GET /transactions", {
    query: filters<TransactionListParams>({
      ...PAGING,
      customerId: customer,
      platformCustomerId: optional(text),
      accountIdentifier: account,
      senderAccountIdentifier: account,
      receiverAccountIdentifier: account,
      status: anything,
      type: anything,
      reference: anything,
      startDate: anything,
      endDate: anything,
      sortOrder: anything,
    }),
    result: pageOf<Transaction>(),
  }),
  retrieve: operation("GET /transactions/{transactionId}", {
    id: "Transaction",
    result: one<Transaction>(TRANSACTION, SAME_ID),
  }),
  approve: operation("POST /transactions/{transactionId}/approve", {
    id: "Transaction",
    body: given<TransactionApproveParams>(),
    isBodyOptional: true,
    result: one<IncomingTransaction>(TRANSACTION, SAME_ID),
  }),
  reject: operation("POST /transactions/{transactionId}/reject", {
    id: "Transaction",
    body: given<TransactionRejectParams>(),
    isBodyOptional: true,
    result: one<IncomingTransaction>(TRANSACTION, SAME_ID),
  }),
});

export const RECEIVERS = group("receivers", {
  lookupUma: operation("GET /receiver/uma/{receiverUmaAddress}", {
    query: filters<ReceiverLookupParams>({ senderUmaAddress: anything, customerId: customer }),
    result: one<UmaLookup>({}, { receiverUmaAddress: "{receiverUmaAddress}" }),
  }),
  lookupExternalAccount: operation("GET /receiver/external-account/{accountId}", {
    id: "ExternalAccount",
    query: filters<ReceiverLookupParams>({ senderUmaAddress: anything, customerId: customer }),
    result: one<ExternalAccountLookup>({}, { accountId: "{accountId}" }),
  }),
});

export const EXCHANGE_RATES = group("exchangeRates", {
  list: operation("GET /exchange-rates", {
    query: filters<ExchangeRateListParams>({
      sourceCurrency: anything,
      destinationCurrency: anything,
      sendingAmount: optional(amount),
    }),
    result: allRowsOf<ExchangeRate>(),
  }),
});

export const WITHDRAWALS = group("crypto", {
  estimateWithdrawalFee: operation("POST /crypto/estimate-withdrawal-fee", {
    body: given<WithdrawalFeeEstimateParams>({ internalAccountId: idOf("InternalAccount"), amount }),
    result: one<WithdrawalFeeEstimate>({ fields: ["totalFee", "netAmount"] }),
  }),
});

export const MONEY_GROUPS = [QUOTES, TRANSFERS, TRANSACTIONS, RECEIVERS, EXCHANGE_RATES, WITHDRAWALS];
