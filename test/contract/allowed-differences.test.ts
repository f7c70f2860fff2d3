import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const allowed: unknown = JSON.parse(
  readFileSync(new URL("allowed-differences.json", import.meta.url), "utf8"),
);

it("every difference from the contract that is kept names the row that settles it", () => {
  expect(allowed).toBeInstanceOf(Array);
  for (const difference of Array.isArray(allowed) ? allowed : []) {
    expect(difference).toEqual({
      operationId: expect.stringMatching(/^[a-z]\w+$/i),
      where: expect.stringMatching(/^(?:request|request query|request header|response \d{3})$/),
      pointer: expect.stringMatching(/^(?:\/|$)/),
      why: expect.stringMatching(/\b(?:README row \d+|OP-\d{2})\b/),
    });
  }
});
