import { describe, expect, it } from "vitest";
import { nothingThere, Platform } from "./support";

describe("a wallet that the service does not know", () => {
  it("has no credentials for the page", async () => {
    const platform = await Platform.create();
    const { ada, simulator } = platform;
    const credential = await platform.registerEmail(ada);
    const body = { status: 404, code: "NOT_FOUND", message: "There is no such account" };
    simulator.route("GET", "/auth/credentials", () => ({ status: 404, body }));
    const response = await platform.call("POST", `/auth/credentials/${credential.id}/challenge`, {
      from: ada,
    });
    expect(response).toMatchObject(nothingThere);
  });
});
