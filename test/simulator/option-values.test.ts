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

it("a duration on the simulator's clock has at most 100 years, so that a timestamp can show its end", () => {
  const withLifetime = (lifetime: string) => () => new Simulator({ quotes: { lifetime } });
  expect(withLifetime("36524d")).not.toThrow();
  expect(withLifetime("36525d")).toThrow(
    new RangeError('`quotes.lifetime` must be at most 3155673600000 milliseconds, got "36525d"'),
  );
});
