/** Prints what another OpenAPI document adds, removes and changes: `npm run contract:diff -- <document>`. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { compareDocuments } from "./compare";
import type { Document } from "./compare";

const read = (path: string | URL) => JSON.parse(readFileSync(path, "utf8")) as Document;

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error("Pass the path of an OpenAPI document in JSON: npm run contract:diff -- service.json");
  process.exitCode = 1;
} else {
  const ours = read(new URL("../../docs/openapi.json", import.meta.url));
  process.stdout.write(compareDocuments(ours, read(path)));
}
