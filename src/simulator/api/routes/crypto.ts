import { currencyDefinition } from "../../domain/currencies";
import type { Domain } from "../../domain/domain";
import { estimateWithdrawalFee } from "../../domain/withdrawal-fees";
import type { RouteResponse } from "../../runtime/wire";
import { amount, currency as currencyFormat, text } from "../formats";
import { bodyReader } from "../reader";
import { ok, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "accounts" | "options" | "rates">;

function estimate({ accounts, options, rates }: Needs, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const accountId = body.required("internalAccountId", text);
  const currency = body.required("currency", currencyFormat);
  if (currencyDefinition(currency).kind !== "crypto")
    throw body.invalid("currency", "a crypto currency", "INVALID_CURRENCY");
  const cryptoNetwork = body.required("cryptoNetwork", text);
  const sent = body.required("amount", amount);
  body.required("destinationAddress", text);
  const account = accounts.get(accountId);
  return ok(estimateWithdrawalFee({ ...options, rates }, { account, currency, cryptoNetwork, amount: sent }));
}

/** Estimates of withdrawals to a blockchain (contract, EstimateCryptoWithdrawalFeeRequest). */
export const cryptoRoutes = (needs: Needs): Route[] => [
  route("POST", "/crypto/estimate-withdrawal-fee", (call) => estimate(needs, call)),
];
