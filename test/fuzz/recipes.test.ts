import { describe, expect, it } from "vitest";
import { attack } from "./recipes";
import { BAD_TARGETS, requestLines } from "./request-lines";

/** The short form: the same lines each time. `npm run test:fuzz` sends 10,000 to every recipe's server. */
const SEED = 2026;
const LINES = 150;

describe("the server of a recipe survives any request line:", () => {
  // The pages in Vue and Svelte have the same server.
  it.concurrent.each(["relay-express", "relay-hono", "webhooks-fastify", "webhooks-hono"] as const)(
    "%s",
    { timeout: 60_000 },
    async (name) => {
      await expect(attack(name, LINES, SEED)).resolves.toBeDefined();
    },
  );

  it.concurrent(
    "wallet-frameworks, with a 400 for everything that is not a path",
    { timeout: 60_000 },
    async () => {
      const statuses = await attack("wallet-frameworks react", LINES, SEED);
      for (const target of BAD_TARGETS.filter((text) => !/^\/(?!\/)/.test(text))) {
        expect([target, statuses.get(`GET ${target} HTTP/1.1`)]).toEqual([target, 400]);
      }
    },
  );
});

it("a seed always gives the same lines, with every bad target", () => {
  const lines = requestLines(LINES, SEED);
  expect(lines).toEqual(requestLines(LINES, SEED));
  expect(lines).toHaveLength(LINES);
  for (const target of BAD_TARGETS) expect(lines).toContain(`GET ${target} HTTP/1.1`);
});
