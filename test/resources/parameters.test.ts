import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection, transfer } from "../core/client";
import { challenge, email, emailCredential, lost, signer } from "../core/signed";
import { genuine } from "./genuine";

/** Passes values that the compiler would reject. */
const wrong = (value: unknown) => value as never;

afterEach(() => {
  vi.useRealTimers();
});

describe("parameters", () => {
  it.each([
    ["null", null],
    ["an array", []],
    ["a string", "Ada"],
  ])("must be an object, not %s", async (kind, params) => {
    const { fetch, calls } = fakeFetch(() => json({}));
    expect(await rejection(createClient({ fetch }).customers.create(wrong(params)))).toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "params", message: `must be an object, got ${kind}` }],
    });
    expect(calls).toHaveLength(0);
  });

  it("a list with a public key is not a public key", async () => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const clientPublicKey = wrong([`04${"ab".repeat(64)}`]);
    const exporting = createClient({ fetch }).internalAccounts.export("InternalAccount:1", {
      clientPublicKey,
    });
    expect(await rejection(exporting)).toMatchObject({ issues: [{ path: "clientPublicKey" }] });
    expect(calls).toHaveLength(0);
  });

  it.each([undefined, null])("of a challenge that are all %s are not sent", async (absent) => {
    const { fetch, calls } = fakeFetch(genuine);
    await createClient({ fetch, validation: "off" }).auth.credentials.challenge("AuthMethod:1", {
      clientPublicKey: wrong(absent),
    });
    expect(calls[0]?.init.body).toBeUndefined();
  });
});

describe("a value that the service echoes", () => {
  it("is not shown if it is long, because it could contain a part of a secret", async () => {
    const other = `InternalAccount:${"x".repeat(500)}`;
    const { fetch } = fakeFetch(() =>
      json({ id: "Transaction:1", type: "INCOMING", destination: { accountId: other } }),
    );
    const error = await rejection(createClient({ fetch }).transfers.in(transfer));
    expect(error).toMatchObject({
      name: "UnrelatedResponseError",
      code: "UNRELATED_RESPONSE",
      issues: [{ path: "destination.accountId", message: expect.stringMatching(/says 518 characters$/) }],
    });
    expect(String(error).length).toBeLessThan(400);
  });
});

describe("a lost creation of a credential", () => {
  /** The challenge arrives in the middle of second 10, and a `Date` header may be a second late. */
  it.each([
    ["2026-11-21T00:00:09.000Z", true],
    ["2026-11-21T00:00:08.999Z", false],
  ])("is found by its second: %s", async (createdAt, isFound) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T00:00:10.500Z") });
    const created = emailCredential(createdAt);
    const steps = [challenge, lost, () => json({ data: [created] })];
    const { fetch } = fakeFetch((_call, index) => steps[index]!());
    const creating = createClient({ fetch }).auth.credentials.create(email, { signer });
    if (isFound) expect(await creating).toEqual(created);
    else expect(await rejection(creating)).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
  });
});
