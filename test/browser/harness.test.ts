import { beforeAll, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Site } from "../support/site";
import { bundlePage } from "../support/site";
import type { HarnessProgram } from "./pages/harness";

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await browser.serve({
    files: await bundlePage("test/browser/pages/harness.ts"),
    backend: async (request) =>
      request.method === "POST" ? new Response(`got ${await request.text()}`, { status: 201 }) : undefined,
  });
});

describe("the browser of the tests", () => {
  it("runs a page in a secure context, with its backend, without problems", async () => {
    const tab = await browser.open(site.origin);
    expect(await tab.call<HarnessProgram, "isSecure">("isSecure")).toBe(true);
    expect(await tab.call<HarnessProgram, "post">("post", "/wallet/x", "hello")).toEqual({
      status: 201,
      body: "got hello",
    });
    expect(await tab.violations()).toEqual([]);
    expect(await tab.problems()).toEqual([]);
  });

  it("blocks and reports evaluated code and other sites", async () => {
    const tab = await browser.open(site.origin);
    expect(await tab.call<HarnessProgram, "evaluate">("evaluate")).toBe("EvalError");
    expect(await tab.call<HarnessProgram, "fetchElsewhere">("fetchElsewhere")).toBe("TypeError");
    expect(await tab.violations()).toEqual(["script-src: eval", "connect-src: http://example.com/"]);
    expect(await tab.problems()).not.toEqual([]);
  });

  it("gives each profile its own storage, shared by its tabs", async () => {
    const [first, second] = await Promise.all([browser.open(site.origin), browser.open(site.origin)]);
    await first.call<HarnessProgram, "remember">("remember", "mine");
    const sibling = await first.openAnother(site.origin);
    expect(await sibling.call<HarnessProgram, "recall">("recall")).toBe("mine");
    expect(await second.call<HarnessProgram, "recall">("recall")).toBeNull();
  });

  it("has an authenticator that creates and keeps passkeys", async () => {
    const tab = await browser.open(site.origin);
    const authenticator = await tab.addAuthenticator();
    const id = await tab.call<HarnessProgram, "createPasskey">("createPasskey");
    const passkeys = await authenticator.passkeys();
    expect(passkeys).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);
    expect(Buffer.from(passkeys[0]?.credentialId ?? "", "base64").toString("base64url")).toBe(id);
  });
});
