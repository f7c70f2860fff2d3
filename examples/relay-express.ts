import process from "node:process";
import express from "express";
import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { userOf } from "./relay-users";

const relay = createWalletRelay({
  client: new PaymentsClient(),
  authenticate: userOf,
  origins: ["https://app.example.com"],
  secret: process.env["WALLET_RELAY_SECRET"] ?? "",
});

export const app = express();

// Before the application's own body parsers: the relay takes the bytes as they came, and keeps its own limit.
const bytes = express.raw({ type: () => true, limit: "1mb", inflate: false });

async function handle(request: express.Request, result: express.Response): Promise<void> {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const body: unknown = request.body;
  const response = await relay(
    new Request(`http://localhost${request.originalUrl}`, {
      method: request.method,
      headers,
      ...(body instanceof Uint8Array ? { body: Uint8Array.from(body) } : {}),
    }),
  );
  result.status(response.status).setHeaders(response.headers);
  result.end(new Uint8Array(await response.arrayBuffer()));
}

for (const method of ["get", "post", "delete", "options"] as const) {
  app[method]("/wallet/{*path}", bytes, handle);
}

if (process.env["PORT"]) app.listen(Number(process.env["PORT"]));
