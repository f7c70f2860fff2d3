/** Prints what another OpenAPI document has beyond the contract of April: `npm run contract:diff -- <document>`. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { asOfApril } from "./april";
import { parseDocument } from "./compare";
import { compareDocuments } from "./report";

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error("Pass the path of an OpenAPI document: npm run contract:diff -- service.yaml");
  process.exitCode = 1;
} else {
  const read = (file: string | URL) => parseDocument(readFileSync(file, "utf8"));
  const ours = read(new URL("../../docs/openapi.json", import.meta.url));
  process.stdout.write(compareDocuments(ours, read(path), asOfApril));
}
