/** One rule over all doors: an option that is unknown or of the wrong kind is refused by name, before anything happens. */
import { describe, expect, it } from "vitest";
import { calls } from "./calls";
import { constructors } from "./constructors";
import type { Door } from "./doors";
import { SECRET, unknownNames } from "./kinds";
import type { Wrong } from "./kinds";
import { simulatorDoors } from "./simulator-doors";

/** The error of a call, whether it throws or rejects. */
async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return "accepted";
}

/** Calls a door with options that the types forbid, beside those that it needs. */
const passing =
  ({ call, needs }: Door, options: object) =>
  () =>
    call({ ...needs, ...options } as never);

async function expectRefusal(door: Door, options: object, name: string, { at, says }: Wrong): Promise<void> {
  const path = `${name}${at}`;
  const failure = await failureOf(passing(door, options));
  expect(failure, `${path} of ${door.owner}`).toMatchObject({
    ...door.refusal(path),
    message: expect.stringContaining(says.replace("$", () => path)),
  });
  expect(`${String(failure)}${JSON.stringify(failure)}`).not.toMatch(/SENSITIVE|74123456/);
}

const doors = [...constructors, ...calls, ...simulatorDoors];

describe.each(doors)("the options of $owner", (door) => {
  const { rules, prefix = "", call } = door;

  it("are each refused by name if they are of the wrong kind", async () => {
    for (const [name, { wrong }] of Object.entries(rules)) {
      for (const one of wrong) await expectRefusal(door, { [name]: one.value }, `${prefix}${name}`, one);
    }
  });

  it("must be an object", async () => {
    for (const options of [SECRET, 5, true, [], () => {}]) {
      const failure = await failureOf(() => call(options as never));
      const [, path = "", said] = /`(\w+)` (must be an object, got)/.exec(String(failure)) ?? [];
      expect(failure, String(options)).toMatchObject(door.refusal(path));
      expect(said).toBeDefined();
      expect(String(failure)).not.toContain(SECRET);
    }
  });
});

describe.each(doors.filter(({ isPart }) => !isPart))("the options of $owner", (door) => {
  const { rules, owner, prefix = "" } = door;

  it("with an unknown name are refused, with the name that was meant", async () => {
    for (const one of unknownNames(Object.keys(rules), owner, prefix)) {
      await expectRefusal(door, one.value as object, "", one);
    }
    const failure = String(await failureOf(passing(door, { zzzzzzzz: SECRET })));
    expect(failure.split("Known options: ")[1]?.split(", ").sort()).toEqual(Object.keys(rules).sort());
  });
});

describe.each(doors.filter(({ withoutOptions }) => withoutOptions !== undefined))(
  "the options of $owner",
  (door) => {
    it("may be null unless they are required", async () => {
      for (const [name, { isRequired }] of Object.entries(door.rules)) {
        for (const absent of [null, undefined]) {
          const failure = await failureOf(passing(door, { [name]: absent }));
          if (isRequired === true)
            expect(failure, name).toHaveProperty(
              "name",
              expect.stringMatching(/^(?:Configuration|InvalidRequest)Error$/),
            );
          else expect(failure, name).toBe("accepted");
        }
      }
    });

    it("may be any right value, up to its limits", async () => {
      for (const [name, { fine = [] }] of Object.entries(door.rules)) {
        for (const value of fine) {
          expect(await failureOf(passing(door, { [name]: value })), `${name}: ${String(value)}`).toBe(
            "accepted",
          );
        }
      }
    });

    it(`may ${door.withoutOptions === "fine" ? "" : "not "}be absent`, async () => {
      const isFine = (await failureOf(() => door.call(undefined as never))) === "accepted";
      expect(isFine ? "fine" : "refused").toBe(door.withoutOptions);
    });
  },
);
