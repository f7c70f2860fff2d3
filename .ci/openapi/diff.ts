/** Prints what another OpenAPI document has beyond the contract of April: `npm run contract:diff -- <document>`. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { parse } from "yaml";
import { asOfApril } from "./april";
import type { Document } from "./compare";
import { compareDocuments } from "./report";

/** Reads JSON or YAML. JSON is YAML, too, but its own parser is faster. */
function read(path: string | URL): Document {
  const text = readFileSync(path, "utf8");
  const isJson = String(path).endsWith(".json");
  return (isJson ? JSON.parse(text) : parse(text, { maxAliasCount: -1 })) as Document;
}

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error("Pass the path of an OpenAPI document: npm run contract:diff -- service.yaml");
  process.exitCode = 1;
} else {
  const ours = read(new URL("../../docs/openapi.json", import.meta.url));
  process.stdout.write(compareDocuments(ours, read(path), asOfApril));
}
