import { describe, expect, it } from "vitest";
import { BUDGET, measureFirstLoad } from "../../examples/wallet-web/first-load";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import { everythingKept, readStoredKeys } from "./kept-by-page";
import { useWalletPage } from "./wallet-page-support";
import { troubleTests } from "./wallet-page-troubles";

const browser = useBrowser(ONE_PROCESS);
const wallet = useWalletPage(browser);

describe("the wallet page", () => {
  it("goes from a new wallet to a payment: passkey, sign-in, funding, quote, signature, activity [CRD-28, CRD-29, QUO-12, QUO-25]", async () => {
    const ada = await wallet.visit();
    const { page } = ada;

    await ada.sees("A wallet that only you can open");
    await ada.presses("Create wallet");
    await ada.reads("Enter your name.");
    await ada.createsWallet();

    await ada.registersPasskey();
    await ada.reads("Your passkey is ready.");
    expect(await ada.authenticator.passkeys()).toMatchObject([
      { rpId: "localhost", isResidentCredential: true },
    ]);

    await ada.signsInWithPasskey();
    await ada.reads("Hello, Ada. You are signed in.");
    await ada.reads("Nothing has happened yet");
    await ada.reads("0.00 USDC");

    await ada.opens("Send");
    await ada.reads("Your wallet is empty");
    await ada.opens("Add money");
    await ada.sees("Add money");
    await page.getByLabel("100.00 USDC").waitFor();
    await ada.addsMoney();
    await ada.reads("Money added");

    await ada.opens("Send");
    await page.getByLabel("Amount").waitFor();
    await ada.fills("Amount", "250");
    await ada.presses("Review payment");
    await ada.reads("That is more than you have: 100.00 USDC.");
    await ada.reviewsPayment("Studio Brandt", "20.5", "Poster prints");
    const facts = await page.locator("dl").innerText();
    expect(facts).toContain("20.50 USDC");
    // The fee of the simulator: half a per cent, contained in what is paid.
    expect(facts).toContain("0.1025 USDC");
    expect(facts).toMatch(/They get\s+€18\.76/);
    expect(facts).toContain("Poster prints");
    const clock = page.locator(".clock");
    const first = await clock.textContent();
    expect(first).toMatch(/^[12]:\d\d$/);
    await page.waitForFunction((seen) => document.querySelector(".clock")?.textContent !== seen, first);

    await ada.presses("Sign and send");
    await ada.sees("Payment sent");
    await ada.reads("Studio Brandt got €18.76.");
    await ada.follows("Done");
    await ada.reads("79.50 USDC");
    const activity = page.getByRole("region", { name: "Activity" }).getByRole("listitem");
    expect(await activity.first().innerText()).toMatch(/Studio Brandt[\s\S]*Poster prints[\s\S]*20\.50 USDC/);
    expect(await activity.count()).toBe(2);

    // The signature went out with the payment and with nothing else.
    const executed = wallet.simulator.requests.filter(({ operation }) => operation === "quotes.execute");
    expect(executed).toHaveLength(1);
    await ada.expectNothingWrong();
  });

  it("loads at most 75 KB of compressed script before the first screen, for new and returning users", async () => {
    const ada = await wallet.visit();
    const context = ada.page.context();
    const first = await measureFirstLoad(context, wallet.origin);
    await ada.createsWallet();
    await ada.registersPasskey();
    const known = await measureFirstLoad(context, wallet.origin);
    for (const { scriptBytes, scripts } of [first, known]) {
      expect(scripts.map(({ encoding }) => encoding)).toEqual(scripts.map(() => "br"));
      expect(scriptBytes).toBeLessThanOrEqual(BUDGET.scriptBytes);
    }
    // Both were measured up to their own first screen.
    expect(first.scriptBytes).toBeLessThan(12 * 1024);
    expect(known.scriptBytes).toBeGreaterThan(2 * first.scriptBytes);
  });

  it("removes its contents at sign-out", async () => {
    const ada = await wallet.visit();
    await ada.joins();
    await ada.addsMoney();
    const pays = async (note: string) => {
      await ada.reviewsPayment("Grace Hopper", "1", note);
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      await ada.opens("Overview");
      await ada.reads(note);
    };
    const signsOut = async () => {
      await ada.presses("Sign out");
      await ada.sees("Sign in");
      // What comes last.
      await ada.reads("You are signed out. The session’s key was wiped from this browser.");
    };
    await pays("Marble");
    await signsOut();
    const nodes = await ada.nodes();
    await ada.signsInWithPasskey();
    await pays("Granite");
    await signsOut();
    // One payment in a list has 17. Under load a single node more was seen.
    expect(Math.abs((await ada.nodes()) - nodes)).toBeLessThan(5);
    const memory = await ada.memory();
    expect(["Grace Hopper", "Marble", "Granite"].filter((text) => memory.includes(text))).toEqual([
      "Grace Hopper",
    ]);
    await ada.expectNothingWrong();
  });

  it("calls only its own origin, and never has the platform's credentials [AUT-06, SRY-04]", async () => {
    const ada = await wallet.visit();
    await ada.joins();
    await ada.addsMoney();
    await ada.reviewsPayment("Grace Hopper", "5");
    await ada.presses("Sign and send");
    await ada.sees("Payment sent");

    expect(new Set(ada.traffic.urls.map((url) => new URL(url).origin))).toEqual(new Set([wallet.origin]));
    const { clientId, clientSecret } = wallet.simulator.clientOptions();
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const places = {
      sent: await ada.traffic.sent(),
      received: await ada.traffic.received(),
      kept: await ada.page.evaluate(everythingKept),
      memory: await ada.memory(),
    };
    const placesOf = (text: string) =>
      Object.entries(places).flatMap(([place, content]) => (content.includes(text) ? [place] : []));
    for (const secret of [clientId, clientSecret, basic]) expect(placesOf(secret)).toEqual([]);
    expect(/"authorization"|basic /i.test(places.sent)).toBe(false);
    // The search looked where such things would be.
    expect(placesOf("service-wallet-signature")).toEqual(["sent", "received", "kept", "memory"]);
    expect(placesOf("InternalAccount:")).toEqual(["sent", "received", "kept", "memory"]);
    expect(placesOf("payments-sdk.passkey.")).toContain("kept");
    await ada.expectNothingWrong();
  });

  it("stays signed in after a reload, with a key that cannot be exported [CRY-11, SES-09]", async () => {
    const ada = await wallet.visit();
    await ada.joins();
    await ada.tab.reload();
    await ada.sees("Balance");

    const keys = await ada.page.evaluate(readStoredKeys);
    expect(keys).toEqual([
      { type: "private", extractable: false, exported: ["InvalidAccessError", "InvalidAccessError"] },
    ]);

    // The key that came back signs.
    await ada.addsMoney("25.00 USDC");
    await ada.reviewsPayment("Grace Hopper", "1");
    await ada.presses("Sign and send");
    await ada.sees("Payment sent");

    await ada.presses("Sign out");
    await ada.sees("Sign in");
    await ada.reads("You are signed out.");
    expect(await ada.page.evaluate(readStoredKeys)).toEqual([]);
    const ended = wallet.simulator.requests.findLast(({ operation }) => operation === "auth.sessions.revoke");
    expect(ended?.status).toBe(204);
    await ada.tab.reload();
    await ada.sees("Sign in");
    await ada.expectNothingWrong();
  });

  it("adds email as a second credential, with the code from the inbox [CRD-04, CRD-10, CRD-11, CRD-15]", async () => {
    const ada = await wallet.visit();
    await ada.joins();
    await ada.reads("You have only one way to sign in.");
    await ada.opens("Security");
    await ada.sees("Security");
    await ada.page.getByRole("button", { name: "Add e-mail" }).waitFor();
    // The last way in cannot be removed.
    expect(await ada.page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
    await ada.presses("Add e-mail");
    await ada.sees("Confirm your e-mail");
    const code = await ada.codeInInbox();
    await ada.fills("Code", code === "111111" ? "222222" : "111111");
    await ada.presses("Confirm");
    await ada.reads("This is not the code that we sent. Check it and enter it again.");
    await ada.fills("Code", code);
    await ada.presses("Confirm");
    await ada.reads("E-mail is now a second way to sign in.");
    const ways = ada.page.getByRole("region", { name: "Ways to sign in" });
    await ways.getByText("ada@example.com").waitFor();
    expect(await ways.getByRole("listitem").count()).toBe(2);
    const devices = ada.page.getByRole("region", { name: "Signed-in devices" });
    await devices.getByText("This browser").waitFor();

    await ada.presses("Sign out");
    await ada.sees("Sign in");
    await ada.presses("E-mail me a code");
    await ada.sees("Check your e-mail");
    await ada.fills("Code", await ada.codeInInbox());
    await ada.presses("Sign in");
    await ada.sees("Security");
    await ada.expectNothingWrong(/401/);
  });

  it("lists a second device and signs it out; removes a credential after a question [SES-07, SES-08, CRD-25]", async () => {
    const ada = await wallet.visit();
    await ada.joins();
    await ada.addsEmail();
    const phone = await wallet.visitAgain(ada);
    await phone.sees("Sign in");
    await phone.presses("E-mail me a code");
    await phone.fills("Code", await phone.codeInInbox());
    await phone.presses("Sign in");
    await phone.sees("Balance");

    await ada.opens("Overview");
    await ada.opens("Security");
    const devices = ada.page.getByRole("region", { name: "Signed-in devices" });
    const other = devices.getByRole("listitem").filter({ hasText: "Another device" });
    await other.waitFor();
    expect(await devices.getByRole("listitem").count()).toBe(2);
    // The phone holds no session of another credential, as removing its own takes one.
    await phone.opens("Security");
    await phone.presses(/^Remove E-mail code/);
    await phone.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await phone.sees("One more step");
    await phone.reads("You cannot remove the way that you signed in with. Sign in another way first.");
    await phone.page.getByRole("button", { name: "Sign in with passkey" }).waitFor();

    await other.getByRole("button").click();
    await ada.reads("The device was signed out.");
    await other.waitFor({ state: "detached" });
    // The phone notices at its next signature, and shows it.
    await phone.opens("Overview");
    await phone.opens("Security");
    await phone.follows("Show the recovery phrase");
    await phone.page.getByLabel("I am alone").check();
    await phone.presses("Show recovery phrase");
    await phone.sees("Your session has ended");
    await phone.expectNothingWrong(/401/);

    const ways = ada.page.getByRole("region", { name: "Ways to sign in" });
    await ways.getByRole("button", { name: /^Remove Passkey/ }).click();
    const dialog = ada.page.getByRole("dialog", { name: "Remove this way to sign in?" });
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await ways.getByRole("listitem").count()).toBe(2);
    await ways.getByRole("button", { name: /^Remove Passkey/ }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await ada.reads("Passkey was removed.");
    await ways.getByText("ada@example.com").waitFor();
    expect(await ways.getByRole("listitem").count()).toBe(1);
    await ada.expectNothingWrong();
  });

  it("shows the recovery phrase after a warning, and hides it again [WEX-04]", async () => {
    const ada = await wallet.visit();
    await ada.joins();
    await ada.opens("Security");
    await ada.follows("Show the recovery phrase");
    await ada.sees("Recovery phrase");
    await ada.reads("Whoever has these words has your money.");
    const words = ada.page.getByRole("list", { name: "Recovery phrase" });
    await ada.presses("Show recovery phrase");
    await ada.reads("Tick the box first.");
    expect(await words.count()).toBe(0);
    await ada.page.getByLabel("I am alone").check();
    // The error goes when its cause does.
    expect(await ada.page.getByText("Tick the box first.").count()).toBe(0);
    await ada.presses("Show recovery phrase");
    await words.waitFor();
    const phrase = await words.getByRole("listitem").allInnerTexts();
    expect(phrase.length).toBeGreaterThanOrEqual(12);
    for (const word of phrase) expect(word).toMatch(/^[a-z]+$/);
    await ada.presses("Hide");
    await words.waitFor({ state: "detached" });
    expect(await ada.page.content()).not.toContain(phrase.join(" "));
    // Looking again takes another tick and another signature.
    await ada.presses("Show recovery phrase");
    await ada.reads("Tick the box first.");
    await ada.expectNothingWrong();
  });
});

troubleTests(wallet);
