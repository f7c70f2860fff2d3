import process from "node:process";
import { Hono } from "hono";
import { receive } from "./webhooks.js";

export const app = new Hono();

// `text()` keeps the body unchanged. `json()` would not.
app.post("/webhooks", async ({ req }) => {
  return new Response(null, {
    status: await receive(await req.text(), req.raw.headers, process.env),
  });
});

app.post("/orders", async (context) => context.json(await context.req.json(), 201));
