import process from "node:process";
import { serve } from "@hono/node-server";
import { app } from "./app.js";

// On Node; Bun, Deno and workers take `export default app`.
serve({ fetch: app.fetch, port: Number(process.env["PORT"] ?? 3000) }, ({ port }) => {
  console.log(`http://localhost:${String(port)}`);
});
