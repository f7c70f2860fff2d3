/** Writes the OpenAPI document of the simulator's admin API, for the generators. */
import { mkdirSync, writeFileSync } from "node:fs";
import { Simulator } from "../../../src/simulator/index";

const server = await new Simulator().listen({ admin: true });
const response = await fetch(`${server.adminUrl ?? ""}/openapi.json`);
const folder = new URL("../../../.artifacts/openapi/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("admin.json", folder), await response.text());
await server.close();
