/** `test/options` passes the wrong values of each option. */
import { Simulator } from "payments-sdk/simulator";
import { expect, it } from "vitest";

it("options that are null cause a clear error", () => {
  expect(() => new Simulator(null as never)).toThrow(
    expect.objectContaining({
      name: "TypeError",
      message: expect.stringMatching(/^`options` must be an object, got/),
    }),
  );
});

it.each([Symbol("wrong"), 1n, {}, null])(
  "the clock does not advance by a duration that is a %s",
  async (by) => {
    await expect(new Simulator({ now: 0 }).clock.advance(by as never)).rejects.toThrow(
      /^expected a duration of at least 0/,
    );
  },
);
