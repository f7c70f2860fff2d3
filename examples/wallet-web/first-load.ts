import type { BrowserContext, Page } from "playwright-core";

/** The cost of the first screen for a user. */
export interface FirstLoad {
  /** Script bytes over the wire: compressed, without HTTP headers. */
  readonly scriptBytes: number;
  readonly scripts: readonly { readonly name: string; readonly bytes: number; readonly encoding: string }[];
  /** Durations of main-thread tasks longer than 50 ms, in milliseconds. */
  readonly longTasksMs: readonly number[];
  /** The time from the navigation to the first screen, in milliseconds. */
  readonly shownMs: number;
}

/** 75 KB of script, and one long task. */
export const BUDGET = { scriptBytes: 75 * 1024, longTasks: 1 } as const;

/** Records long tasks and the time of the first heading. Runs in the page, before its scripts. */
function watch(): void {
  const seen: { shownMs?: number; tasks: { startTime: number; duration: number }[] } = { tasks: [] };
  Object.assign(globalThis, { firstLoad: seen });
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries())).observe({
    type: "longtask",
    buffered: true,
  });
  new MutationObserver((_, observer) => {
    if (document.querySelector("h1") === null) return;
    observer.disconnect();
    seen.shownMs = performance.now();
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Loads the page with an empty cache, and measures until its first screen.
 *
 * @param cpuSlowdown how many times slower than this machine, as on a phone
 */
export async function measureFirstLoad(
  context: BrowserContext,
  url: string,
  cpuSlowdown = 1,
): Promise<FirstLoad> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  const encodings = new Map<string, string>();
  page.on("response", (response) => {
    encodings.set(response.url(), response.headers()["content-encoding"] ?? "none");
  });
  await page.addInitScript(watch);
  await page.goto(url);
  await page.locator("h1").waitFor();
  // The observer receives a task only after it ends.
  await page.waitForTimeout(500);
  const load = await read(page);
  await page.close();
  const scripts = load.scripts.map(({ url: address, bytes }) => ({
    name: new URL(address).pathname,
    bytes,
    encoding: encodings.get(address) ?? "none",
  }));
  const scriptBytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  return { scriptBytes, scripts, longTasksMs: load.longTasksMs, shownMs: load.shownMs };
}

function read(page: Page) {
  return page.evaluate(() => {
    const seen: ReturnType<typeof JSON.parse> = Reflect.get(globalThis, "firstLoad");
    const shownMs = Number(seen.shownMs);
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return {
      shownMs,
      scripts: entries
        .filter(({ name, startTime }) => name.endsWith(".js") && startTime < shownMs)
        .map(({ name, encodedBodySize }) => ({ url: name, bytes: encodedBodySize })),
      longTasksMs: (seen.tasks as { startTime: number; duration: number }[])
        .filter(({ startTime }) => startTime < shownMs)
        .map(({ duration }) => Math.round(duration)),
    };
  });
}
