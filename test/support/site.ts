import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { BuildOptions } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The strictest policy that allows a page its own scripts, styles and backend. It forbids eval, inline code and other sites. */
export const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Responds to a request of the page. Returns `undefined` for requests that it does not handle. */
export type Backend = (request: Request) => Response | undefined | Promise<Response | undefined>;

export interface SiteOptions {
  /** The page's files by path, for example `/index.html`. `/` is `/index.html`. */
  files: ReadonlyMap<string, string | Uint8Array>;
  /** Gets each request first. */
  backend?: Backend | undefined;
  /** Default {@link strictPolicy}. */
  policy?: string | undefined;
  /** If set, the site uses HTTPS. In PEM. */
  certificate?: { key: string; cert: string } | undefined;
}

export interface Site {
  /** `http://localhost:…` or `https://localhost:…`: a secure context, which passkeys and WebCrypto need. */
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Serves a page and its backend from one origin on 127.0.0.1. */
export async function startSite({
  files,
  backend,
  policy = strictPolicy,
  certificate,
}: SiteOptions): Promise<Site> {
  const answer = async (request: Request): Promise<Response> => {
    const response = await backend?.(request);
    if (response !== undefined) return response;
    const { pathname } = new URL(request.url);
    const name = pathname === "/" ? "/index.html" : pathname;
    const content = files.get(name);
    if (content === undefined) return new Response("not found", { status: 404 });
    // The compiler accepts no view as a body if its buffer might be shared.
    const body = typeof content === "string" ? content : new Uint8Array(content);
    const type = contentTypes[path.extname(name)] ?? "application/octet-stream";
    return new Response(body, { headers: { "content-type": type } });
  };
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void (async () => {
      const response = await toRequest(incoming).then(answer).catch(failure);
      const headers = {
        ...Object.fromEntries(response.headers),
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      };
      outgoing.writeHead(response.status, headers).end(new Uint8Array(await response.arrayBuffer()));
    })();
  };
  const server =
    certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server that listens has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${certificate === undefined ? "http" : "https"}://localhost:${String(port)}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The test must see the errors of its backend. */
function failure(error: unknown): Response {
  return new Response(error instanceof Error ? String(error.stack) : String(error), { status: 500 });
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const { method = "GET" } = incoming;
  return new Request(`http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`, {
    method,
    headers,
    ...(method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(parts) }),
  });
}

/**
 * Bundles a TypeScript module into a page: `/index.html`, `/page.js` and chunks that load later. In the module, `payments-sdk` means
 * the sources.
 *
 * @param entry relative to the project's folder
 */
export async function bundlePage(
  entry: string,
  options: BuildOptions = {},
): Promise<Map<string, string | Uint8Array>> {
  const { outputFiles = [] } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: { page: entry },
    outdir: "/",
    bundle: true,
    splitting: true,
    // Chromium reads each byte again for each tab.
    minifyWhitespace: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "silent",
  });
  const html =
    '<!doctype html><html lang="en"><title>Test</title><script type="module" src="/page.js"></script></html>';
  return new Map<string, string | Uint8Array>([
    ["/index.html", html],
    ...outputFiles.map(({ path: file, contents }) => [file, contents] as const),
  ]);
}
