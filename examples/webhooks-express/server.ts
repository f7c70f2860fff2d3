import type { AddressInfo } from "node:net";
import process from "node:process";
import { app } from "./app.js";

const server = app.listen(Number(process.env["PORT"] ?? 3000), () => {
  const { port } = server.address() as AddressInfo; // A TCP server that listens has an address object.
  console.log(`http://localhost:${String(port)}`);
});
