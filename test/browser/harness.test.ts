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
  it("runs a page from a secure context, with its backend, and nothing to complain about", async () => {
    const tab = await browser.open(site.origin);
    expect(await tab.call<HarnessProgram, "isSecure">("isSecure")).toBe(true);
    expect(await tab.call<HarnessProgram, "post">("post", "/wallet/x", "hello")).toEqual({
      status: 201,
      body: "got hello",
    });
    expect(await tab.violations()).toEqual([]);
    expect(await tab.problems()).toEqual([]);
  });

  it("stops evaluated code and other sites, and reports both", async () => {
    const tab = await browser.open(site.origin);
    expect(await tab.call<HarnessProgram, "evaluate">("evaluate")).toBe("EvalError");
    expect(await tab.call<HarnessProgram, "fetchElsewhere">("fetchElsewhere")).toBe("TypeError");
    expect(await tab.violations()).toEqual(["script-src: eval", "connect-src: http://example.com/"]);
    expect(await tab.problems()).not.toEqual([]);
  });

  it("gives each profile its own storage, which its tabs share", async () => {
    const [first, second] = await Promise.all([browser.open(site.origin), browser.open(site.origin)]);
    await first.call<HarnessProgram, "remember">("remember", "mine");
    const sibling = await first.openAnother(site.origin);
    expect(await sibling.call<HarnessProgram, "recall">("recall")).toBe("mine");
    expect(await second.call<HarnessProgram, "recall">("recall")).toBeNull();
  });

  it("has an authenticator that makes passkeys and keeps them", async () => {
    const tab = await browser.open(site.origin);
    const authenticator = await tab.addAuthenticator();
    const id = await tab.call<HarnessProgram, "createPasskey">("createPasskey");
    const passkeys = await authenticator.passkeys();
    expect(passkeys).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);
    expect(Buffer.from(passkeys[0]?.credentialId ?? "", "base64").toString("base64url")).toBe(id);
  });
});
