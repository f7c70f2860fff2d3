import { createConfig, lint } from "@redocly/openapi-core";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const document = fileURLToPath(new URL("../../../docs/openapi.json", import.meta.url));

it("is a valid OpenAPI 3.1 document", async () => {
  // The license of the service is not known.
  const config = await createConfig({ extends: ["recommended-strict"], rules: { "info-license": "off" } });
  const problems = await lint({ ref: document, config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`),
  ).toEqual([]);
});
