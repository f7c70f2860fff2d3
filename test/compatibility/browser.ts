import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "../support/chromium";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
};

/** A bundler for production makes the simulator say this. */
const IN_PRODUCTION = "payments-sdk simulator: NODE_ENV is production";

/** The value that a page leaves in `globalThis.outcome`, and the other errors and warnings of its console. */
export interface Visit {
  outcome: unknown;
  complaints: string[];
}

/** Opens an address in Chromium, and waits for the page's result. */
export async function visit(url: string): Promise<Visit> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    env,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
    ],
  });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      const isComplaint = message.type() === "error" || message.type() === "warning";
      if (isComplaint && !message.text().startsWith(IN_PRODUCTION)) complaints.push(message.text());
    });
    await page.goto(url);
    await page.waitForFunction(() => "outcome" in globalThis, undefined, { timeout: 60_000 });
    const outcome: unknown = await page.evaluate(() => Reflect.get(globalThis, "outcome"));
    return { outcome, complaints };
  } finally {
    await browser.close();
  }
}

/** Serves a folder of built files behind a page that loads one of them, and opens it in Chromium. */
export async function visitFolder(folder: string, script: string): Promise<Visit> {
  const page = `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/${script}"></script>`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { "content-type": type }).end(body);
    if (pathname === "/") {
      send("text/html", page);
      return;
    }
    readFile(path.join(folder, pathname)).then(
      (file) => send(types[path.extname(pathname)] ?? "application/octet-stream", file),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await visit(`http://localhost:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
