import { describe, expect, it } from "vitest";
import { useSite } from "./built-site";
import { callsOf, clockOf, openPlayground, run, write } from "./playground";

const site = useSite();
const { browser } = site;

const WAIT = { timeout: 30_000 };

const open = (hash?: string) => openPlayground(site, hash);

describe("the playground", () => {
  it("runs the first payment, and shows its requests, balances and transactions", async () => {
    const { page } = await open();
    expect(await run(page)).toContain("COMPLETED");
    expect(await callsOf(page, "quotes.execute").innerText()).toMatch(
      /200\s+quotes\.execute\s+POST \/quotes\/\S+\/execute/,
    );
    expect(await page.getByRole("table", { name: "Accounts" }).innerText()).toContain("274.62 EUR");
    expect(await page.getByRole("table", { name: "Transactions" }).innerText()).toContain("COMPLETED");
  });

  it("injects a fault, and the client retries", async () => {
    const { page } = await open();
    await page.locator("#fault").selectOption("the response is lost");
    await page.locator("#fault-operation").selectOption("quotes.execute");
    expect(await run(page)).toContain("COMPLETED");
    const payment = callsOf(page, "quotes.execute");
    expect(await payment.innerText()).toContain("2 attempts");
    await payment.locator("summary").click();
    await page.getByRole("heading", { name: "Attempt 1 of 2: 200 · reset-after" }).waitFor();
    await page.getByRole("heading", { name: "Attempt 2 of 2: 200" }).waitFor();
    // The second attempt gets the stored response: it moves no money.
    expect(await page.getByText("It moved money.").count()).toBe(1);
  });

  it("moves the clock of the simulator", async () => {
    const { page } = await open();
    await run(page);
    const before = await clockOf(page);
    await page.locator("#advance").selectOption("1h");
    await page.getByRole("button", { name: "Move the clock" }).click();
    await expect.poll(async () => (await clockOf(page)) - before).toBeGreaterThanOrEqual(3_600_000);
  });

  it("signs a wallet payment with a passkey of the device", async () => {
    const tab = await open();
    await tab.addAuthenticator();
    await tab.page.locator("#examples").selectOption("A wallet payment with a passkey");
    const printed = await run(tab.page);
    expect(printed).toContain("signed in until");
    expect(printed).toMatch(/(?:COMPLETED|PROCESSING|PENDING)/);
  });

  it("says that the dialog of a passkey was closed", async () => {
    const tab = await open();
    const authenticator = await tab.addAuthenticator();
    await authenticator.setUserVerified(false);
    await tab.page.locator("#examples").selectOption("A wallet payment with a passkey");
    const printed = await run(tab.page);
    expect(printed).toMatch(/^PasskeyError: .*(?:cancelled|closed)/);
    expect(printed).not.toContain("document is not defined");
  });

  it("shares a program by a link, which runs only after a click", async () => {
    const code = 'console.log("shared: ä");\n';
    const { page } = await open();
    await page.locator(".cm-content").fill(code.trimEnd());
    await page.getByRole("button", { name: "Copy link", exact: true }).click();
    await expect.poll(() => page.url()).toContain("#code=");
    const other = await open(new URL(page.url()).hash);
    expect(await other.page.locator("#console").innerText()).toBe("");
    expect((await run(other.page)).trim()).toBe("shared: ä");
  });

  it.each([
    ["loops without an end", "while (true) {}"],
    ["prints without an end", 'for (;;) console.log("again");'],
    ["waits without an end", "await new Promise(() => {});"],
  ])("stops a program that %s, and stays usable", async (_case, code) => {
    const { page } = await open();
    await write(page, `console.log("started");\n${code}`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect.poll(() => page.locator("#console").innerText(), WAIT).toContain("started");
    await page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => page.locator("#console").innerText()).toContain("Stopped.");
    expect((await page.locator("#console").innerText()).split("\n").length).toBeLessThan(1_010);
    await write(page, 'console.log("once more");');
    expect((await run(page)).trim()).toBe("once more");
  });

  it("stops a program after a minute", async () => {
    const { page } = await browser.open("about:blank");
    await page.clock.install();
    await page.goto(`${site.origin}/playground.html`);
    await page.locator(".cm-content").waitFor();
    await write(page, 'console.log("started");\nawait new Promise(() => {});');
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect.poll(() => page.locator("#console").innerText(), WAIT).toContain("started");
    await page.clock.fastForward(30_000);
    expect(await page.getByRole("button", { name: "Stop" }).isEnabled()).toBe(true);
    await page.clock.fastForward(31_000);
    await expect.poll(() => page.locator("#console").innerText()).toContain("Stopped after 60 seconds.");
    await write(page, 'console.log("once more");');
    expect((await run(page)).trim()).toBe("once more");
  });

  it("runs 5,000 lines of output within three seconds, and shows the first thousand", async () => {
    const { page } = await open();
    await write(page, "for (let line = 1; line <= 5000; line += 1) console.log(line);");
    // The first run loads the runner. Other programs of the machine can slow down one run.
    await run(page);
    let printed = "";
    let fastestMs = Infinity;
    for (let runs = 0; runs < 3; runs += 1) {
      const startedMs = Date.now();
      printed = await run(page);
      fastestMs = Math.min(fastestMs, Date.now() - startedMs);
    }
    expect(fastestMs).toBeLessThan(3_000);
    expect(printed).toContain("\n1000\n");
    expect(printed).toContain("shows no more output");
    expect(printed).not.toContain("\n1500\n");
  });

  it("keeps a program away from the site: its origin, storage and pages", async () => {
    const { page } = await open();
    await page.evaluate(() => localStorage.setItem("private", "of the site"));
    await write(
      page,
      `const tried = (name: string, work: () => unknown) => {
        try { return \`\${name}: \${String(work())}\`; } catch (error) { return \`\${name}: \${(error as Error).name}\`; }
      };
      console.log(tried("origin", () => (globalThis as any).origin));
      console.log(tried("storage", () => (globalThis as any).localStorage));
      console.log(tried("document", () => (globalThis as any).document));
      console.log(tried("parent", () => (globalThis as any).parent));
      try { await fetch("${site.origin}/index.html"); console.log("fetch: worked"); } catch { console.log("fetch: refused"); }`,
    );
    expect((await run(page)).trim().split("\n")).toEqual([
      "origin: null",
      "storage: undefined",
      "document: undefined",
      "parent: undefined",
      "fetch: refused",
    ]);
  });

  it("prints tables, rejections, and thrown errors with their line", async () => {
    const { page } = await open();
    await write(
      page,
      'console.table([{ code: "USD", amount: 5 }]);\nvoid Promise.reject(new TypeError("nobody catches this"));\nawait null;\n\nthrow new RangeError("too far");',
    );
    const printed = await run(page);
    expect(printed).toContain("   code  amount\n0  USD   5");
    expect(printed).toContain("RangeError: too far\n  line: 5");
    await expect
      .poll(() => page.locator("#console").innerText())
      .toContain("Uncaught TypeError: nobody catches this\n  line: 2");
  });

  it("names the place of a syntax error", async () => {
    const { page } = await open();
    await write(page, "const fine = 1;\nconst = 2;");
    expect(await run(page)).toContain("(2:7)");
  });

  it("keeps the draft through a reload", async () => {
    const { page } = await open();
    await write(page, 'console.log("my draft");');
    await page.reload();
    await expect.poll(() => page.locator(".cm-content").innerText(), WAIT).toContain("my draft");
  });

  it("loads a second link in the same tab", async () => {
    const { page } = await open();
    const link = `#code=${Buffer.from('console.log("second");').toString("base64url")}`;
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    await expect.poll(() => page.locator(".cm-content").innerText()).toContain("second");
    expect(await page.locator("#console").innerText()).toBe("");
  });

  it("loads a link that comes while it opens", async () => {
    const { page } = await browser.open(`${site.origin}/index.html`);
    const link = `#code=${Buffer.from('console.log("late");').toString("base64url")}`;
    // The script of the page has run by then, and its editor loads.
    await page.addInitScript((hash) => {
      addEventListener("DOMContentLoaded", () => {
        location.hash = hash;
      });
    }, link);
    await page.goto(`${site.origin}/playground.html`);
    await expect.poll(() => page.locator(".cm-content").innerText(), WAIT).toContain("late");
  });

  it("opens a block of a guide", async () => {
    const { page } = await browser.open(`${site.origin}/guides/money-safety.html`);
    await page.getByRole("button", { name: "Open in the playground" }).first().click();
    await page.locator(".cm-content").waitFor();
    expect(page.url()).toContain("playground.html#code=");
    expect(await page.locator(".cm-content").innerText()).toContain("payments");
  });

  it("reports a damaged link, and opens the first example", async () => {
    const { page } = await open("#code=_w");
    expect(await page.locator("#notice").innerText()).toContain("The link is damaged");
    expect(await page.locator(".cm-content").innerText()).toContain("payments.quotes.execute(quote.id)");
  });
});
