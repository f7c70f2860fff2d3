import process from "node:process";
import { app } from "./app.js";

const address = await app.listen({ port: Number(process.env["PORT"] ?? 3000), host: "localhost" });
console.log(address);
