import type { WireRequest } from "../api/service";
import { Problem } from "../domain/problem";
import type { WireResponse } from "../runtime/wire";
import type { Pages } from "../transports/http-server";
import { script, style } from "./assets";
import { findControl } from "./controls";
import { rowPage, statusOf } from "./data";
import { refusalOf } from "./guard";
import { icon, shell } from "./page";
import type { World } from "./world";

const ROOT = "/_simulator";

/** A snapshot holds a whole world; every other input is a few fields. */
const MAX_SNAPSHOT_BYTES = 256 * 1024 * 1024;
const MAX_INPUT_BYTES = 64 * 1024;

/** Own scripts and styles only, nothing inline, no other site, and no text that becomes HTML or code. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const commonHeaders = {
  "Content-Security-Policy": policy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
};

function content(type: string, body: string, headers: Record<string, string> = {}): WireResponse {
  return { status: 200, headers: { ...commonHeaders, "Content-Type": type, ...headers }, body };
}

function json(status: number, value: unknown, headers: Record<string, string> = {}): WireResponse {
  const type = { "Content-Type": "application/json" };
  return { status, headers: { ...commonHeaders, ...type, ...headers }, body: JSON.stringify(value) };
}

const nothing = (path: string): WireResponse => json(404, { error: `There is nothing at ${ROOT}${path}` });

const assets: Readonly<Record<string, WireResponse>> = {
  "/script.js": content("text/javascript; charset=utf-8", script),
  "/style.css": content("text/css; charset=utf-8", style),
  "/icon.svg": content("image/svg+xml", icon),
};

function snapshotFile({ simulator }: World): WireResponse {
  const snapshot = simulator.snapshot();
  const name = `payments-simulator-${snapshot.at.replaceAll(/[^\dTZ]/g, "-")}.json`;
  return json(200, snapshot, { "Content-Disposition": `attachment; filename="${name}"` });
}

/** The page's number in a query; anything else than a number from 1 on is the first page. */
function pageNumber(query: URLSearchParams): number {
  const text = query.get("page") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

async function show(world: World, path: string, { query, headers }: WireRequest): Promise<WireResponse> {
  const baseUrl = `http://${headers.get("host") ?? ""}${world.basePath}`;
  if (path === "") return content("text/html; charset=utf-8", shell(world, ROOT, baseUrl));
  const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
  if (asset) return asset;
  // What fell due in the meantime is shown as done, as a call of the API would find it.
  await world.simulator.clock.runDue();
  if (path === "/api/status") return json(200, statusOf(world));
  if (path === "/api/snapshot") return snapshotFile(world);
  const [, name] = /^\/api\/lists\/([a-z-]+)$/.exec(path) ?? [];
  const page = name === undefined ? undefined : rowPage(world, name, pageNumber(query), baseUrl);
  return page ? json(200, page) : nothing(path);
}

/** A body that is a JSON object; `undefined` for anything else. */
function parseObject(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    // A JSON object.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function failure(error: unknown): WireResponse {
  if (error instanceof Problem) return json(error.body.status, { error: error.message });
  // Faults, the clock and snapshots say with these what is wrong with a value.
  const isInput = error instanceof TypeError || error instanceof RangeError;
  return json(isInput ? 400 : 500, { error: error instanceof Error ? error.message : String(error) });
}

async function control(world: World, path: string, { readBody }: WireRequest): Promise<WireResponse> {
  const name = path.slice("/api/controls/".length);
  const carryOut = findControl(name);
  if (carryOut === undefined) return nothing(path);
  const limit = name === "world/restore" ? MAX_SNAPSHOT_BYTES : MAX_INPUT_BYTES;
  const body = await readBody(limit);
  if (body === undefined)
    return json(413, { error: `The request body is larger than ${String(limit)} bytes` });
  const input = parseObject(body);
  if (input === undefined) return json(400, { error: "The request body is not a JSON object" });
  return json(200, { message: await carryOut(world, input) });
}

async function respond(world: World, request: WireRequest): Promise<WireResponse> {
  const path = request.rawPath.slice(ROOT.length);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const refused = refusalOf(method, path, request.headers);
  if (refused) return json(refused.status, { error: refused.error });
  // The addresses inside the page are relative to the path without a slash at its end.
  if (path === "/") return { status: 308, headers: { ...commonHeaders, Location: ROOT }, body: undefined };
  const isControl = path.startsWith("/api/controls/");
  const expected = isControl ? "POST" : "GET";
  if (method !== expected) {
    return json(405, { error: `Expected ${expected}` }, { Allow: isControl ? "POST" : "GET, HEAD" });
  }
  try {
    return await (isControl ? control(world, path, request) : show(world, path, request));
  } catch (error) {
    return failure(error);
  }
}

/** The status page of a simulator: it shows what the service knows, and controls it. */
export function createStatusPage(world: World): Pages {
  return {
    root: ROOT,
    serves: (rawPath) => rawPath === ROOT || rawPath.startsWith(`${ROOT}/`),
    respond: (request) => respond(world, request),
  };
}
