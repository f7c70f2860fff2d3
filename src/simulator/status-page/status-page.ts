import type { Host } from "../api/host";
import type { WireRequest } from "../api/service";
import { DURATION_RULE, durationMs } from "../runtime/clock";
import type { WireResponse } from "../runtime/wire";
import type { Pages } from "../transports/http-server";
import { admission, refusalOf } from "../transports/guard";
import { pageHtml, ROOT } from "./page";
import { script } from "./script";
import { style } from "./style";
import { views } from "./views";

const MAX_FORM_BYTES = 1024;

/** ISO 8601 has four digits for the year. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31);

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
  headers: { ...commonHeaders, "Content-Type": `text/${type}; charset=utf-8`, ...headers },
  body,
});

/** Moves the clock by the duration of the form. Returns the reason if it cannot. */
function advance({ world, scheduler }: Host, body: Uint8Array | undefined): string | undefined {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const ms = durationMs(form.get("by"));
  if (ms === undefined || world.clock.now() + ms > LAST_INSTANT_MS)
    return `Enter ${DURATION_RULE}. It must end before the year 9999.`;
  scheduler.advance(ms);
  return undefined;
}

async function respond(host: Host, request: WireRequest, token?: string): Promise<WireResponse> {
  const { method, rawPath, headers } = request;
  if (token !== undefined && request.query.get("token") === token)
    return send(303, "plain", "", { Location: rawPath, ...admission(token) });
  if (!["GET", "HEAD", "POST"].includes(method))
    return send(405, "plain", "Expected GET or POST", { Allow: "GET, HEAD, POST" });
  const refusal = refusalOf(method, headers, { token, allowsPrograms: false });
  if (refusal !== undefined) return send(403, "plain", refusal);
  const path = rawPath.slice(ROOT.length + 1);
  if (path === "script.js") return send(200, "javascript", script);
  if (path === "style.css") return send(200, "css", style);
  // The root shows the first view.
  const title = Object.keys(views).find((name) => path === name.toLowerCase() || path === "");
  if (title === undefined) return send(404, "plain", "Not found");
  const isPost = method === "POST";
  const error = isPost ? advance(host, await request.readBody(MAX_FORM_BYTES)) : undefined;
  if (isPost && error === undefined) return send(303, "plain", "", { Location: rawPath });
  // Tasks that are due run first, as before a call of the API.
  host.scheduler.runDue();
  const baseUrl = `http://${headers.get("host") ?? ""}${host.service.basePath}`;
  return send(error === undefined ? 200 : 400, "html", pageHtml(host, title, baseUrl, error));
}

/** The page that shows a simulator and moves its clock. */
export const createStatusPage = (host: Host, token?: string): Pages => ({
  name: "status page",
  root: ROOT,
  respond: (request) => respond(host, request, token),
});
