import process from "node:process";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { userOf } from "./relay-users";

const relay = createWalletRelay({
  client: new PaymentsClient(),
  authenticate: userOf,
  origins: ["https://app.example.com"],
  secret: process.env["WALLET_RELAY_SECRET"] ?? "",
});

export const app = new Hono();
app.all("/wallet/*", (context) => relay(context.req.raw));

// On Node; Bun, Deno and workers take `export default app`.
if (process.env["PORT"]) serve({ fetch: app.fetch, port: Number(process.env["PORT"]) });
