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

app.post("/orders", async (context) => {
  // A body that is not JSON must be a 400. Without this, Hono responds with a 500.
  const order: unknown = await context.req.json().catch(() => undefined);
  return order === undefined
    ? context.text("The body is not JSON", 400)
    : Response.json(order, { status: 201 });
});
