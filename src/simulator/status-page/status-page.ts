import type { Host } from "../api/host";
import type { WireRequest } from "../api/service";
import type { EventStream, WireResponse } from "../runtime/wire";
import type { Pages } from "../transports/http-server";
import { admission, refusalOf } from "../transports/guard";
import { callStream } from "./call-stream";
import { detailOf } from "./calls";
import { control } from "./controls";
import { pageHtml, ROOT } from "./page";
import { script } from "./script";
import { style } from "./style";
import { tokens } from "./tokens";
import { viewerStyle } from "./viewer/style";
import { viewerModule } from "./viewer/viewer";
import { views } from "./views";

const MAX_FORM_BYTES = 1024;

const commonHeaders = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; " +
    "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // With "no-referrer", the browser would send `Origin: null` with a form.
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};

const send = (status: number, type: string, body: string, headers = {}): WireResponse => ({
  status,
  headers: {
    ...commonHeaders,
    "Content-Type": type === "json" ? "application/json" : `text/${type}; charset=utf-8`,
    ...headers,
  },
  body,
});

/** What the page loads, by its path. */
const assets: Readonly<Record<string, () => WireResponse>> = {
  "script.js": () => send(200, "javascript", script),
  "viewer.js": () => send(200, "javascript", viewerModule),
  "style.css": () => send(200, "css", tokens + style + viewerStyle),
};

const addressOf = (host: Host, headers: Headers): string =>
  `http://${headers.get("host") ?? ""}${host.service.basePath}`;

function callResponse(host: Host, requestId: string, headers: Headers): WireResponse {
  const detail = detailOf(host, requestId, addressOf(host, headers));
  return detail ? send(200, "json", JSON.stringify(detail)) : send(404, "plain", "Not found");
}

async function respond(
  host: Host,
  request: WireRequest,
  token?: string,
): Promise<WireResponse | EventStream> {
  const { method, rawPath, headers } = request;
  if (token !== undefined && request.query.get("token") === token)
    return send(303, "plain", "", { Location: rawPath, ...admission(token, headers) });
  if (!["GET", "HEAD", "POST"].includes(method))
    return send(405, "plain", "Expected GET or POST", { Allow: "GET, HEAD, POST" });
  const refusal = refusalOf(method, headers, { token, allowsPrograms: false });
  if (refusal !== undefined) return send(403, "plain", refusal);
  const path = rawPath.slice(ROOT.length + 1);
  const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
  if (asset) return asset();
  if (path === "calls" && method === "GET") return callStream(host, commonHeaders);
  if (path.startsWith("calls/")) return callResponse(host, path.slice("calls/".length), headers);
  // The root shows the first view.
  const title = Object.keys(views).find((name) => path === name.toLowerCase() || path === "");
  if (title === undefined) return send(404, "plain", "Not found");
  const isPost = method === "POST";
  const error = isPost ? await control(host, await request.readBody(MAX_FORM_BYTES)) : undefined;
  if (isPost && error === undefined) return send(303, "plain", "", { Location: rawPath });
  // Tasks that are due run first, as before a call of the API.
  host.scheduler.runDue();
  const page = pageHtml(host, title, addressOf(host, headers), error);
  return send(error === undefined ? 200 : 400, "html", page);
}

/** The page that shows a simulator and moves its clock. */
export const createStatusPage = (host: Host, token?: string): Pages => ({
  name: "status page",
  root: ROOT,
  respond: (request) => respond(host, request, token),
});
