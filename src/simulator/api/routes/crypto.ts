import { currencyDefinition } from "../../domain/currencies";
import { estimateWithdrawalFee } from "../../domain/withdrawal-fees";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { amount, currency as currencyFormat, text } from "../formats";
import { bodyReader } from "../reader";
import { ok, route } from "../route";
import type { Call, Route } from "../route";

function estimate(world: World, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const accountId = body.required("internalAccountId", text);
  const currency = body.required("currency", currencyFormat);
  if (currencyDefinition(currency).kind !== "crypto")
    throw body.invalid("currency", "a crypto currency", "INVALID_CURRENCY");
  const cryptoNetwork = body.required("cryptoNetwork", text);
  const sent = body.required("amount", amount);
  body.required("destinationAddress", text);
  const account = world.internalAccounts.get(accountId);
  return ok(estimateWithdrawalFee(world, { account, currency, cryptoNetwork, amount: sent }));
}

/** Estimates of withdrawals to a blockchain (contract, EstimateCryptoWithdrawalFeeRequest). */
export const cryptoRoutes: readonly Route[] = [
  route("POST", "/crypto/estimate-withdrawal-fee", "VIEW", estimate),
];
