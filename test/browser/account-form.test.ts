import { readFile } from "node:fs/promises";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { bundlePage } from "../support/site";
import type { Site } from "../support/site";
import { accessibilityProblems } from "./accessibility";

const browser = useBrowser();
const folder = "examples/account-form";
let site: Site;
let tab: Tab;

beforeAll(async () => {
  const bundle = await bundlePage(`${folder}/form.ts`);
  const [script] = [...bundle].find(([name]) => name.endsWith(".js")) ?? [];
  const html = await readFile(`${folder}/index.html`, "utf8");
  const files = new Map(bundle)
    .set("/index.html", html.replace('src="form.js"', `src="${String(script)}"`))
    .set("/form.css", await readFile(`${folder}/form.css`, "utf8"));
  site = await browser.serve({ files });
});

beforeEach(async () => {
  tab = await browser.open(site.origin);
});

const person = { "beneficiary.fullName": "Ada Lovelace" };
const address = {
  "beneficiary.address.line1": "Friedrichstr. 1",
  "beneficiary.address.city": "Berlin",
  "beneficiary.address.state": "Berlin",
  "beneficiary.address.postalCode": "10117",
  "beneficiary.address.country": "de",
};

/** What customers type, and a field with a wrong digit. */
const accounts: [
  country: string,
  typed: Record<string, string>,
  field: string,
  wrong: string,
  sent: string,
][] = [
  [
    "DE",
    { iban: "DE89 3704 0044 0532 0130 00", ...person, ...address },
    "iban",
    "DE89 3704 0044 0532 0130 01",
    "DE89370400440532013000",
  ],
  ["GB", { sortCode: "20-30-15", accountNumber: "12345678", ...person }, "sortCode", "20-30", "203015"],
  [
    "US",
    { accountNumber: "12345678", routingNumber: "0210 0002 1", ...person },
    "routingNumber",
    "021000022",
    "021000021",
  ],
  [
    "MX",
    { clabeNumber: "002 010 077777777771", ...person },
    "clabeNumber",
    "012345678901234567",
    "002010077777777771",
  ],
  [
    "BR",
    { pixKeyType: "CPF", pixKey: "529.982.247-25", taxId: "529.982.247-25", ...person },
    "pixKey",
    "111.111.111-11",
    "52998224725",
  ],
  [
    "KE",
    { phoneNumber: "+254 712 345 678", provider: "M-PESA", ...person },
    "phoneNumber",
    "0712",
    "+254712345678",
  ],
];

async function fill(values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const input = tab.page.locator(`[name="${name}"]`);
    await (name === "pixKeyType" ? input.selectOption(value) : input.fill(value));
  }
  await tab.page.getByRole("button", { name: "Add account" }).click();
}

describe("the form of a bank account", () => {
  it.each(accounts)("checks what customers type in %s", async (country, typed, field, wrong, sent) => {
    await tab.page.selectOption("#country", country);
    await fill({ ...typed, [field]: wrong });
    const problem = tab.page.locator(`[id="field-${field}-problem"]`);
    expect(await problem.textContent()).toMatch(/typing mistake|does not look right/);
    expect(await tab.page.locator("output").textContent()).toBe("");
    expect(await tab.page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe(field);
    await fill(typed);
    expect(await problem.textContent()).toBe("");
    expect(JSON.parse((await tab.page.locator("output").textContent()) ?? "")).toMatchObject({
      [field]: sent,
    });
  });

  it("fits a phone, and axe finds nothing", async () => {
    await tab.page.setViewportSize({ width: 320, height: 700 });
    await fill({});
    expect(await tab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    for (const scheme of ["light", "dark"] as const) {
      await tab.page.emulateMedia({ colorScheme: scheme });
      expect(await accessibilityProblems(tab.page, scheme)).toEqual([]);
    }
    expect(await tab.problems()).toEqual([]);
  });
});
