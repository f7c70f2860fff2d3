import { describe, expect, it } from "vitest";
import { createSimulator } from "../support/world";

const add = (fault: unknown) => () => createSimulator().faults.add(fault as never);

describe("a fault without the intended effect is rejected", () => {
  it.each<[unknown, string]>([
    [undefined, "`fault` must be an object, got undefined"],
    ["refuse", "`fault` must be an object, got a string"],
    [{}, '`fault.kind` must be "refuse" or "reset-before" or'],
    [{ kind: "reset-aftr" }, '`fault.kind` must be "refuse" or "reset-before" or'],
    [{ kind: "reset-aftr" }, "Did you mean reset-after?"],
    [{ kind: "refuse", time: 1 }, "Unknown option `fault.time` for `fault`. Did you mean `times`?"],
    [
      { kind: "refuse", operation: 5 },
      "`fault.operation` must be a string or a regular expression, got a number",
    ],
    [
      { kind: "refuse", times: "1" },
      "`fault.times` must be an integer of at least 1, or Infinity, got a string",
    ],
    [{ kind: "refuse", times: 0 }, "`fault.times` must be an integer of at least 1, or Infinity, got 0"],
    [{ kind: "refuse", skip: 0.5 }, "`fault.skip` must be an integer of at least 0, or Infinity, got 0.5"],
    [{ kind: "refuse", rate: 1.5 }, "`fault.rate` must be a share from 0 to 1, got 1.5"],
    [{ kind: "refuse", rate: Number.NaN }, "`fault.rate` must be a share from 0 to 1, got NaN"],
    [{ kind: "delay", delay: "soon" }, "`fault.delay` must be a duration of at least 0"],
    [{ kind: "delay" }, '`fault.delay` is required by a fault of the kind "delay"'],
    [
      { kind: "delay", delay: 2 ** 31 },
      "`fault.delay` must be at most 2147483647 milliseconds, got 2147483648",
    ],
    [
      { kind: "status", status: "500" },
      "`fault.status` must be an HTTP status from 200 to 599, got a string",
    ],
    [{ kind: "status", status: 199 }, "`fault.status` must be an HTTP status from 200 to 599, got 199"],
    [{ kind: "status", status: 600 }, "`fault.status` must be an HTTP status from 200 to 599, got 600"],
    [
      { kind: "status", retryAfter: -1 },
      "`fault.retryAfter` must be seconds of at least 0, or a string, got -1",
    ],
    [
      { kind: "html", headers: "a: b" },
      "`fault.headers` must be an object of header names and strings, got a string",
    ],
    [
      { kind: "html", headers: { a: 1 } },
      "`fault.headers` must be an object of header names and strings, got an object",
    ],
    [
      { kind: "html", headers: ["a"] },
      "`fault.headers` must be an object of header names and strings, got an array",
    ],
    [
      { kind: "html", headers: { "a b": "1" } },
      "`fault.headers` must be an object of header names and strings",
    ],
    [{ kind: "html", headers: { a: "1\r\nb: 2" } }, "`fault.headers` must be an object of header names"],
    [{ kind: "html", headers: { a: "€" } }, "`fault.headers` must be an object of header names and strings"],
    [{ kind: "html", headers: { a: "\u0001" } }, "`fault.headers` must be an object of header names"],
    [{ kind: "kong", retryAfter: "1\n2" }, "`fault.retryAfter` must be the text of a header"],
    [{ kind: "kong", retryAfter: "1\n" }, "`fault.retryAfter` must be the text of a header"],
    [{ kind: "empty", after: "yes" }, "`fault.after` must be true or false, got a string"],
    [
      { kind: "refuse", status: 500 },
      '`fault.status` has no effect on a fault of the kind "refuse", only on status, html, empty',
    ],
    [{ kind: "delay", retryAfter: 1 }, '`fault.retryAfter` has no effect on a fault of the kind "delay"'],
    [
      { kind: "stall-body", headers: {} },
      '`fault.headers` has no effect on a fault of the kind "stall-body"',
    ],
    [
      { kind: "reset-before", after: true },
      '`fault.after` has no effect on a fault of the kind "reset-before"',
    ],
    [
      { kind: "empty", body: "{}" },
      '`fault.body` has no effect on a fault of the kind "empty", only on status, html, kong',
    ],
  ])("%o", (fault, message) => {
    expect(add(fault)).toThrow(message);
  });
});

it("`null` in a fault means the default", async () => {
  const simulator = createSimulator({}, { recorded: false });
  simulator.faults.add({ kind: "status", rate: null, times: null, status: null } as never);
  expect(simulator.faults.list).toEqual([
    { id: "fault-1", fault: { kind: "status" }, left: Infinity, toSkip: 0 },
  ]);
  const { baseUrl } = simulator.clientOptions();
  expect((await simulator.fetch(`${baseUrl}/customers`)).status).toBe(503);
});
