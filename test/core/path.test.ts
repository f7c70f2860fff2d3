import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { segment } from "../../src/core/path";
import { inOrder, reply, startServer } from "../support/local-server";
import { createClient, fakeFetch, json, rejection } from "./client";
import { runs } from "../support/runs";

/** Calls a method with an id in its path. Resolves to the address, or to the error if it sent nothing. */
async function addressFor(id: string): Promise<string> {
  const { fetch, calls } = fakeFetch(() => json({}));
  await createClient({ baseUrl: "https://api.test/grid", fetch }).receivers.lookupUma(id);
  return calls[0]?.url ?? "";
}

describe("an id in a path", () => {
  it.each([
    ["Customer:0195-aa", "Customer%3A0195-aa"],
    ["$ada@uma.test", "%24ada%40uma.test"],
    ["$ada+tag@uma.test", "%24ada%2Btag%40uma.test"],
    ["a b", "a%20b"],
    ["100%", "100%25"],
    ["%41", "%2541"],
    ["ü€😀", "%C3%BC%E2%82%AC%F0%9F%98%80"],
    ["...", "..."],
    ["~tilde'quote(paren)", "~tilde'quote(paren)"],
  ])("becomes one encoded segment: %j [GEN-05]", async (id, segment) => {
    expect(await addressFor(id)).toBe(`https://api.test/grid/2025-10-13/receiver/uma/${segment}`);
  });

  it("reaches the server as the same text [GEN-05]", async () => {
    const server = await startServer(inOrder(reply(200)));
    await createClient({ baseUrl: server.url }).customers.retrieve("Customer:$a@b");
    expect(decodeURIComponent(server.requests[0]?.path ?? "")).toBe("/2025-10-13/customers/Customer:$a@b");
  });

  it.each([
    ["one dot", "."],
    ["two dots", ".."],
    ["two encoded dots", "%2e%2e"],
    ["a dot and an encoded one", ".%2E"],
    ["a slash", "a/b"],
    ["a step up", "../transactions"],
    ["an encoded slash", "a%2Fb"],
    ["a backslash", "a\\b"],
    ["an encoded backslash", "a%5cb"],
    ["a question mark", "a?b=c"],
    ["a number sign", "a#b"],
    ["a line break", "a\nb"],
    ["a tab", "a\tb"],
    ["a NUL", "a\0b"],
    ["an encoded NUL", "a%00b"],
    ["a DEL", "a\u007fb"],
    ["half a surrogate pair", "a\ud83d"],
    ["nothing", ""],
    ["blanks", "  "],
  ])("is rejected with %s before any request", async (_case, id) => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const error = await rejection(createClient({ fetch }).receivers.lookupUma(id));
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      code: "INVALID_REQUEST",
      outcome: "not-executed",
    });
    expect(calls).toHaveLength(0);
  });

  it.each([undefined, null, 7, {}, ["a"]])("is rejected if it is %j", async (id) => {
    const { fetch, calls } = fakeFetch(() => json({}));
    // A plain JavaScript caller can pass any value.
    const error = await rejection(createClient({ fetch }).customers.retrieve(id as string));
    expect(error).toMatchObject({ name: "InvalidRequestError" });
    expect(calls).toHaveLength(0);
  });

  it("never changes the route or the number of segments", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom(
          "..",
          ".",
          "/",
          "%2e",
          "%2f",
          "\\",
          "?",
          "#",
          "%",
          ":",
          "@",
          "a",
          "\t",
          ";",
          " ",
        ),
      }),
    );
    const outcomes = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(hostile, (id) => {
        let built: string;
        try {
          built = `/quotes/${segment(id)}/execute`;
        } catch (error) {
          outcomes.refused += 1;
          expect(error).toMatchObject({ name: "InvalidRequestError" });
          return;
        }
        outcomes.accepted += 1;
        const { origin, pathname, search, hash } = new URL(`https://api.test/grid/2025-10-13${built}`);
        expect([origin, search, hash]).toEqual(["https://api.test", "", ""]);
        const segments = pathname.split("/");
        expect(segments).toHaveLength(6);
        expect([segments[1], segments[2], segments[3], segments[5]]).toEqual([
          "grid",
          "2025-10-13",
          "quotes",
          "execute",
        ]);
        expect(decodeURIComponent(segments[4] ?? "")).toBe(id);
      }),
      { numRuns: runs(100) },
    );
    // Both results occurred, otherwise the property would prove nothing.
    const tenth = (outcomes.accepted + outcomes.refused) / 10;
    expect(outcomes.accepted).toBeGreaterThan(tenth);
    expect(outcomes.refused).toBeGreaterThan(tenth);
  });
});

describe("a path given to request()", () => {
  it.each(["/config", "/quotes/Quote%3A1/execute", "/customers/Customer:1"])(
    "%s is used unchanged",
    async (given) => {
      const { fetch, calls } = fakeFetch(() => json({}));
      await createClient({ baseUrl: "https://api.test", fetch }).request("GET", given);
      expect(calls[0]?.url).toBe(`https://api.test/2025-10-13${given}`);
    },
  );

  it.each([
    "",
    "config",
    "/",
    "//evil.test/config",
    "/a//b",
    "/a/",
    "/a/../b",
    "/a/%2e%2e/b",
    "/a/%2E./b",
    "/a%2fb",
    "/a\\b",
    "/a?b=c",
    "/a#b",
    "/a\nb",
    "https://evil.test/",
  ])("%j is rejected before any request", async (given) => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const error = await rejection(createClient({ fetch }).request("GET", given));
    expect(error).toMatchObject({ name: "InvalidRequestError", issues: [{ path: "path" }] });
    expect(calls).toHaveLength(0);
  });
});
