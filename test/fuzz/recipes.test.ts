import { describe, expect, it } from "vitest";
import { attack } from "./recipes";
import { BAD_TARGETS, requestLines, TWO_WAYS } from "./request-lines";

/** The short form: the same lines each time. `npx tsx test/fuzz/run.ts` sends 10,000 to every recipe's server. */
const SEED = 2026;
const LINES = 200;

describe("the server of a recipe survives any request line:", () => {
  // The pages in Vue and Svelte have the same server.
  it.concurrent.each(["relay-express", "relay-hono", "webhooks-fastify", "webhooks-hono"] as const)(
    "%s",
    { timeout: 60_000 },
    async (name) => {
      const statuses = await attack(name, LINES, SEED);
      if (!name.startsWith("relay-")) return;
      for (const target of TWO_WAYS) {
        const status = statuses.get(`GET ${target} HTTP/1.1`);
        // Express finds no route for some of them. Anything else would be the relay's word for a served path.
        expect([target, status]).toEqual([target, name === "relay-express" && status === 404 ? 404 : 400]);
      }
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
