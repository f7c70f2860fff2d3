import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { toNodeHandler } from "payments-sdk/relay";
import { app } from "./app.js";

// On Node; Bun, Deno and workers take `export default app`.
const server = createServer(toNodeHandler((request) => app.fetch(request)));
server.listen(Number(process.env["PORT"] ?? 3000), () => {
  const { port } = server.address() as AddressInfo; // A TCP server that listens has an address object.
  console.log(`http://localhost:${String(port)}`);
});
