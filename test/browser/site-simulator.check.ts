import { randomBytes } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityProblems } from "./accessibility";
import { useSite } from "./built-site";
import { callsOf, clockOf, openPlayground, run, write } from "./playground";

const site = useSite();

const WAIT = { timeout: 30_000 };

const open = (hash?: string) => openPlayground(site, hash);
const notice = (page: Page) => page.locator("#notice").innerText();
const table = (page: Page, name: string) => page.getByRole("table", { name });

/** Opens a call, and asks for the loss of its next response. */
async function loseNext(page: Page, operation: string): Promise<void> {
  await callsOf(page, operation).first().locator("summary").click();
  await page.getByRole("button", { name: "Lose this response next time" }).click();
  await page.getByText(`The next response of ${operation} gets lost after the service acted.`).waitFor();
}

describe("the simulator beside a program", () => {
  it("loses the next response of a call, and the payment is made once", async () => {
    const { page } = await open();
    await run(page);
    await loseNext(page, "quotes.execute");
    expect(await run(page)).toContain("COMPLETED");
    await callsOf(page, "quotes.execute").filter({ hasText: "2 attempts" }).waitFor();
    expect(await callsOf(page, "customers.create").innerText()).toContain("1 attempt");
    // The payment and its receipt.
    expect(await table(page, "Transactions").locator("tbody tr").count()).toBe(2);
  });

  it("loses the next response of an operation that the list of faults does not have", async () => {
    const { page } = await open();
    await run(page);
    await loseNext(page, "platform.internalAccounts.list");
    await run(page);
    await callsOf(page, "platform.internalAccounts.list").filter({ hasText: "2 attempts" }).waitFor();
  });

  it("loses the next response of a program that runs", async () => {
    const { page } = await open();
    const wait = "while (simulator.faults.list.length === 0) await new Promise((go) => setTimeout(go, 50));";
    const list = "await payments.customers.list({ limit: 1 }).toArray();";
    await write(page, `${list}\n${wait}\n${list}\nconsole.log("ended");`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await loseNext(page, "customers.list");
    await callsOf(page, "customers.list").filter({ hasText: "2 attempts" }).waitFor();
    await expect.poll(() => page.locator("#console").innerText(), WAIT).toContain("ended");
    expect(await page.locator("#fault").inputValue()).toBe("{}");
  });

  it("leads from a call to the guide, and from an account to its calls", async () => {
    const { page } = await open();
    await run(page);
    await callsOf(page, "quotes.execute").locator("summary").click();
    const link = page.getByRole("link", { name: "Open in the guide" });
    const guide = await page.request.get(new URL((await link.getAttribute("href")) ?? "", page.url()).href);
    expect(await guide.text()).toContain("<title>Money safety");
    const account = table(page, "Accounts").locator("tr", { hasText: "700.00 USD" }).getByRole("button");
    const id = await account.innerText();
    await account.click();
    expect(await page.getByRole("searchbox").inputValue()).toBe(id);
    await callsOf(page, "customers.create").waitFor({ state: "detached" });
    expect(await callsOf(page, "sandbox.fund").count()).toBe(1);
  });

  it("forgets the calls of the last run, and says that a stopped program has no simulator", async () => {
    const { page } = await open();
    await run(page);
    await write(page, 'console.log("started");\nwhile (true) {}');
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect.poll(() => page.locator("#console").innerText(), WAIT).toContain("started");
    expect(await page.locator(".calls > li").count()).toBe(0);
    expect(await page.getByRole("table").count()).toBe(0);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Move the clock" }).click();
    await expect.poll(() => notice(page), WAIT).toBe("The simulator ended with its program. Run it again.");
  });

  it("shows what a hostile program reports as text", async () => {
    const { page } = await open();
    const hostile = "<img src=x onerror=\"document.title='taken'\">";
    const rows = { [hostile]: [{ [hostile]: hostile }] };
    await write(
      page,
      `const send = (name: string, ...values: unknown[]) => (globalThis as any).postMessage({ type: "call", id: 1, name, values });
      send("tables", ${JSON.stringify(rows)});
      send("calls", [{ id: ${JSON.stringify(hostile)}, at: "", method: "GET", path: ${JSON.stringify(hostile)}, ids: [], durationMs: 1 }]);
      send("constructor", "x"); send("stop"); send("calls", 7);
      console.log("sent");`,
    );
    expect(await run(page)).toContain("sent");
    await page.getByRole("cell", { name: hostile }).waitFor();
    await callsOf(page, hostile).waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.title()).toBe("Playground - payments-sdk");
  });

  it.each(["light", "dark"] as const)("is accessible in the %s scheme, and fits 360 px", async (scheme) => {
    const { page } = await openPlayground(site, "", { colorScheme: scheme });
    await page.locator("#fault").selectOption("the response is lost");
    await page.locator("#fault-operation").selectOption("quotes.execute");
    await run(page);
    await callsOf(page, "quotes.execute").locator("summary").click();
    await page.getByRole("heading", { name: "Client" }).first().waitFor();
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await accessibilityProblems(page, scheme)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});

describe("a link with the state of the simulator", () => {
  /** Runs a program, moves the clock, and copies a link. */
  async function copied(code?: string): Promise<{ page: Page; hash: string }> {
    const { page } = await open();
    if (code !== undefined) await write(page, code);
    await run(page);
    await page.locator("#advance").selectOption("1d");
    const before = await clockOf(page);
    await page.getByRole("button", { name: "Move the clock" }).click();
    await expect.poll(async () => (await clockOf(page)) - before, WAIT).toBeGreaterThan(80_000_000);
    await page.getByRole("button", { name: "Copy link with state" }).click();
    await expect
      .poll(() => notice(page), WAIT)
      .toMatch(/^(?:Link copied\.|Copy the link from the address bar\.)$/);
    return { page, hash: new URL(page.url()).hash };
  }

  const PROGRAM =
    'import { PaymentsClient } from "payments-sdk";\n' +
    'import { Simulator } from "payments-sdk/simulator";\n' +
    "const payments = new PaymentsClient(new Simulator().clientOptions());\n" +
    "console.log((await payments.transactions.list().toArray()).length);";

  it("opens in the same state and clock, before the program runs, and each run starts there", async () => {
    const { page, hash } = await copied();
    expect(hash).toMatch(/^#state=[\w-]+$/);
    const other = await open(hash);
    expect(await notice(other.page)).toBe(
      "This program and the state of its simulator came with the link. Read it before you run it.",
    );
    expect(await other.page.locator("#console").innerText()).toBe("");
    expect(await other.page.locator(".cm-content").innerText()).toBe(
      await page.locator(".cm-content").innerText(),
    );
    for (const name of ["Accounts", "Transactions"])
      expect(await table(other.page, name).innerText()).toBe(await table(page, name).innerText());
    expect(Math.abs((await clockOf(other.page)) - (await clockOf(page)))).toBeLessThan(60_000);
    await write(other.page, PROGRAM);
    for (let times = 1; times <= 2; times += 1) expect((await run(other.page)).trim()).toBe("2");
    expect(await other.problems()).toEqual([]);
  });

  it("lets the reader move the clock before the first run", async () => {
    const { hash } = await copied(PROGRAM);
    const { page } = await open(hash);
    const before = await clockOf(page);
    await page.locator("#advance").selectOption("1d");
    await page.getByRole("button", { name: "Move the clock" }).click();
    await expect.poll(async () => (await clockOf(page)) - before, WAIT).toBeGreaterThan(80_000_000);
    for (let times = 1; times <= 2; times += 1) {
      await run(page);
      expect((await clockOf(page)) - before).toBeGreaterThan(80_000_000);
    }
    await page.locator("#examples").selectOption({ index: 1 });
    await run(page);
    expect((await clockOf(page)) - before).toBeLessThan(0);
  });

  it("says if no simulator of the program fits its state", async () => {
    const { hash } = await copied(PROGRAM);
    const { page } = await open(hash);
    await write(page, PROGRAM.replace("new Simulator()", 'new Simulator({ seed: "another" })'));
    const printed = await run(page);
    expect(printed).toContain("The state of the link was not used. TypeError: the snapshot does not fit");
    await write(page, 'console.log("none");');
    expect(await run(page)).toContain("The state of the link was not used. The program has no simulator.");
  });

  it("is refused if the state is too large for a link", async () => {
    const { page } = await open();
    await write(page, "simulator.seed({ transactions: 5_000 });");
    await run(page);
    await page.getByRole("button", { name: "Copy link with state" }).click();
    await expect
      .poll(() => notice(page), WAIT)
      .toMatch(
        /^The state is too large for a link: [\d,]+ characters, at most 60,000\. Copy the link without it\.$/,
      );
    expect(new URL(page.url()).hash).toBe("");
  });

  it("needs a simulator", async () => {
    const { page } = await open();
    const button = page.getByRole("button", { name: "Copy link with state" });
    await button.click();
    expect(await notice(page)).toBe("Run a program first.");
    await write(page, 'console.log("none");');
    await run(page);
    await button.click();
    await expect.poll(() => notice(page), WAIT).toBe("The program has no simulator.");
  });

  const state = (hash: string) =>
    inflateSync(Buffer.from(hash.slice("#state=".length), "base64url")).toString();
  const withState = (text: string) => `#state=${deflateSync(text).toString("base64url")}`;
  const middle = (hash: string) => Math.floor(hash.length / 2);

  it.each<[string, (hash: string) => string, RegExp]>([
    ["is cut", (hash) => hash.slice(0, -20), /^$/],
    [
      "has a wrong character",
      (hash) =>
        hash.slice(0, middle(hash)) + (hash[middle(hash)] === "A" ? "B" : "A") + hash.slice(middle(hash) + 1),
      /^$/,
    ],
    [
      "is longer than a link can be",
      (hash) => withState(`${state(hash)}\n//${randomBytes(60_000).toString("hex")}`),
      /^$/,
    ],
    [
      "has a state of another version",
      (hash) => withState(state(hash).replace(/"version":\d+/, '"version":1')),
      /the snapshot has the version 1/,
    ],
    ["has a state that is none", () => withState('null\0console.log("x")'), /./],
    ["has no program", () => withState("{}"), /./],
  ])("says that it is damaged if it %s, and opens the first example", async (_case, damage, printed) => {
    const { hash } = await copied(PROGRAM);
    const { page } = await open(damage(hash));
    expect(await notice(page)).toBe("The link is damaged, so the playground opened without it.");
    // The editor first draws the lines that it has measured.
    await expect
      .poll(() => page.locator(".cm-content").innerText(), WAIT)
      .toContain("payments.quotes.execute(quote.id)");
    expect(await page.locator("#console").innerText()).toMatch(printed);
    expect(await run(page)).toContain("COMPLETED");
  });
});
