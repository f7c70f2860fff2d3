import { describe, expect, it } from "vitest";
import { blocksOf } from "../docs/blocks/extract";
import type { Block } from "../docs/blocks/extract";
import { readProjectFile } from "../docs/source-files";

const start = `import type { paths } from "./newest-service";
import type { PaymentsClient, Signer } from "payments-sdk";
declare const payments: PaymentsClient;
declare const signer: Signer;
const api = payments.typed<paths>();
const path = { id: "1" };
const card = { cardholderId: "Customer:1", form: "VIRTUAL" as const, fundingSources: ["InternalAccount:1"] };`;

/** The compiler's complete message about each mistake. */
const mistakes: [mistake: string, code: string, message: string][] = [
  [
    "a path that the document does not have",
    'api.get("/card/{id}", { path });',
    `Argument of type '"/card/{id}"' is not assignable to parameter of type 'PathsWith<paths, "get">'.`,
  ],
  [
    "a method that the path does not have",
    'api.delete("/cards/{id}", { path });',
    `Argument of type '"/cards/{id}"' is not assignable to parameter of type 'PathsWith<paths, "delete">'.`,
  ],
  ["missing options", 'api.get("/cards/{id}");', "Expected 2 arguments, but got 1."],
  [
    "a missing path parameter",
    'api.get("/cards/{id}", { path: {} });',
    "Property 'id' is missing in type '{}' but required in type '{ id: string; }'.",
  ],
  [
    "a path parameter of another operation",
    'api.get("/cards/{id}", { path: { cardId: "1" } });',
    "Object literal may only specify known properties, and 'cardId' does not exist in type '{ id: string; }'.",
  ],
  [
    "a missing field of a form",
    'api.put("/documents/{documentId}", { path: { documentId: "1" } });',
    [
      `Argument of type '{ path: { documentId: string; }; }' is not assignable to parameter of type 'TypedOptions<paths, "/documents/{documentId}", "put", Signer | null>'.`,
      "  Property 'form' is missing in type '{ path: { documentId: string; }; }' but required in type '{ form: FormData; }'.",
    ].join("\n"),
  ],
  [
    "a key on an operation that takes none",
    'api.post("/cards", { body: card, idempotencyKey: "key" });',
    "Type 'string' is not assignable to type 'OperationReadsNoIdempotencyKey'.",
  ],
  [
    "a missing key",
    'api.post("/stablecoins", { body: { providerTokenIdentifier: "1", networkTokenIdentifier: "2", network: "SPARK" } });',
    "Property 'idempotencyKey' is missing",
  ],
  [
    "a missing signer",
    'api.delete("/auth/sessions/{id}", { path });',
    [
      `Argument of type '{ path: { id: string; }; }' is not assignable to parameter of type 'TypedOptions<paths, "/auth/sessions/{id}", "delete", Signer | null>'.`,
      "  Property 'signer' is missing in type '{ path: { id: string; }; }' but required in type '{ signer: Signer | null; }'.",
    ].join("\n"),
  ],
  [
    "a signer where nothing is signed",
    'api.get("/cards/{id}", { path, signer });',
    "Type 'Signer' is not assignable to type 'undefined'.",
  ],
  [
    "a misspelt option",
    'api.get("/cards", { querry: {} });',
    `Object literal may only specify known properties, but 'querry' does not exist in type 'TypedOptions<paths, "/cards", "get", Signer | null>'. Did you mean to write 'query'?`,
  ],
  [
    "a value that an enum does not have",
    'api.list("/cards", { query: { state: "ACTIV" } });',
    `Did you mean '"ACTIVE"'?`,
  ],
  [
    "a list without pages",
    'api.list("/auth/delegated-keys");',
    `Argument of type '"/auth/delegated-keys"' is not assignable to parameter of type '"/cards"'.`,
  ],
  [
    "a result that may be a challenge",
    'void api.patch("/internal-accounts/{id}", { path, body: {}, signer: null }).then(({ status }) => status);',
    "Property 'status' does not exist on type",
  ],
];

const probe = (code: string) => {
  const [block] = blocksOf("test/typed/probe.md", ["```ts", start, code, "```"].join("\n"));
  if (block === undefined) throw new Error("no block");
  return block;
};
const probes = mistakes.map(([mistake, code, message]) => ({ mistake, message, block: probe(code) }));
const right = probe('void api.get("/cards/{id}", { path });');
const missing = probe('api.post("/cards", { body: { cardholderId: "Customer:1", form: "VIRTUAL" } });');

/** The typed calls that `code-blocks.test.ts` compiles with the blocks of the documents. */
export const typedCalls = [...probes.map(({ block }) => block), right, missing];

/** Tests what the compiler says about each typed call. */
export function messageTests(found: ReadonlyMap<Block, readonly string[]>): void {
  /** The messages about a block, without their position. */
  const messagesOf = (block: Block) =>
    (found.get(block) ?? []).map((message) => message.replace(/^\S+ /, ""));

  describe("the compiler", () => {
    it("accepts a correct typed call", () => {
      expect(found.get(right)).toEqual([]);
    });

    it.each(probes)("explains a mistake in a short message: $mistake", ({ block, message }) => {
      const messages = messagesOf(block);
      expect(messages).toEqual([expect.stringContaining(message)]);
      // The compiler may write ten times as much about an object of an operation.
      for (const line of messages.flatMap((text) => text.split("\n"))) expect(line.length).toBeLessThan(300);
    });

    it("writes the messages that the guide explains", () => {
      const guide = readProjectFile("docs/guides/any-operation.md");
      const explained = [...guide.matchAll(/^- `((?:Type|Expected) [^`]+)`: /gm)].map(
        ([, text = ""]) => text,
      );
      expect(explained).toHaveLength(2);
      for (const text of explained)
        expect(mistakes.some(([, , message]) => message.startsWith(text))).toBe(true);
    });

    it("names the missing field of a body, and shows only the fields of that body", () => {
      expect(messagesOf(missing)).toEqual([
        expect.stringMatching(
          /^Property 'fundingSources' is missing in type '\{ cardholderId: string; form: "VIRTUAL"; \}' but required/,
        ),
      ]);
    });
  });
}
