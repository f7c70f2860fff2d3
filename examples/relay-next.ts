// In a Next application: app/wallet/[...path]/route.ts
import process from "node:process";
import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { userOf } from "./relay-users";

const relay = createWalletRelay({
  client: new PaymentsClient(),
  authenticate: userOf,
  origins: ["https://app.example.com"],
  secret: process.env["WALLET_RELAY_SECRET"] ?? "",
});

export { relay as GET, relay as POST, relay as DELETE, relay as OPTIONS };
