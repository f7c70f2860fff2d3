import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import { hookTests } from "./react-hooks";

const browser = useBrowser(ONE_PROCESS);

it("a page with sign-in, balance, payments, activity and devices has at most 80 lines", async () => {
  const page = new URL("../../examples/wallet-frameworks/react/wallet-page.tsx", import.meta.url);
  expect((await readFile(page, "utf8")).trimEnd().split("\n").length).toBeLessThanOrEqual(80);
});

hookTests(browser, 19, "mounting", "changes");
// React 18: react-18.check.ts.
