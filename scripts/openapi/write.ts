/** Writes docs/openapi.json. Usage: npm run openapi */
import { writeFileSync } from "node:fs";
import { createDocument } from "./document";

writeFileSync(
  new URL("../../docs/openapi.json", import.meta.url),
  `${JSON.stringify(createDocument(), null, 2)}\n`,
);
