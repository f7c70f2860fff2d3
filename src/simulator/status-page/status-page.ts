import type { WireRequest } from "../api/service";
import { invalidField, Problem } from "../domain/problem";
import { parseDuration } from "../runtime/clock";
import type { Fault, FaultKind } from "../runtime/fault";
import type { WireResponse } from "../runtime/wire";
import type { Pages } from "../transports/http-server";
import type { Shown } from "./data";
import { refusalOf } from "./guard";
import { pageHtml, ROOT, viewAt } from "./page";
import { script } from "./script";
import { style } from "./style";

const MAX_FORM_BYTES = 64 * 1024;

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

/** Runs the action of a form. Returns the status and the reason if it fails. */
async function run(shown: Shown, body: Uint8Array | undefined): Promise<[number, string] | undefined> {
  if (body === undefined) return [413, `The form is larger than ${String(MAX_FORM_BYTES)} bytes`];
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))].filter(([, text]) => text !== "");
  try {
    await act(shown, Object.fromEntries(fields));
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return [error.status, error.message];
    // The simulator throws these for an invalid value.
    const isInput = error instanceof TypeError || error instanceof RangeError;
    return [isInput ? 400 : 500, String(error)];
  }
}

async function respond(shown: Shown, request: WireRequest): Promise<WireResponse> {
  const { method, rawPath, query, headers } = request;
  const refusal = refusalOf(method, headers);
  if (refusal !== undefined) return send(403, "plain", refusal);
  const isPost = method === "POST";
  if (!isPost && method !== "GET" && method !== "HEAD")
    return send(405, "plain", "Expected GET or POST", { Allow: "GET, HEAD, POST" });
  const path = rawPath.slice(ROOT.length + 1);
  if (path === "script.js") return send(200, "javascript", script);
  if (path === "style.css") return send(200, "css", style);
  const title = viewAt(path);
  if (title === undefined) return send(404, "plain", "Not found");
  const failure = isPost ? await run(shown, await request.readBody(MAX_FORM_BYTES)) : undefined;
  const search = query.size === 0 ? "" : `?${String(query)}`;
  if (isPost && !failure) return send(303, "plain", "", { Location: `${rawPath}${search}` });
  const [status, error] = failure ?? [200, ""];
  // Tasks that are due run first, as before a call of the API.
  await shown.simulator.clock.runDue();
  const baseUrl = `http://${headers.get("host") ?? ""}${shown.basePath}`;
  const filter = query.get("q")?.trim() ?? "";
  return send(status, "html", pageHtml(shown, { title, baseUrl, filter, error }));
}

/** The page that shows and controls a simulator. */
export function createStatusPage(shown: Shown): Pages {
  return {
    root: ROOT,
    serves: (rawPath) => rawPath === ROOT || rawPath.startsWith(`${ROOT}/`),
    respond: (request) => respond(shown, request),
  };
}

/** ISO 8601 has four digits for the year. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31);

type Fields = Readonly<Record<string, string | undefined>>;

function advance({ clock }: Shown["simulator"], { by = "" }: Fields): Promise<void> {
  const durationMs = parseDuration(by);
  if (clock.now() + durationMs > LAST_INSTANT_MS)
    throw invalidField("by", "a duration that ends before the year 9999");
  return clock.advance(durationMs);
}

/** `Faults.add` checks names and values. */
const faultOf = ({ kind, operation, after, ...numbers }: Fields): Fault => ({
  kind: kind as FaultKind,
  operation,
  after: after !== undefined,
  ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])),
});

/** Runs the action of a form. `fields` has no empty texts. */
export async function act({ simulator }: Shown, { action, id = "", ...fields }: Fields): Promise<void> {
  if (action === "clock/advance") await advance(simulator, fields);
  else if (action === "faults/add") simulator.faults.add(faultOf(fields));
  else if (action === "faults/remove") simulator.faults.remove(Number(id));
  else if (action === "quotes/pay") simulator.payQuote(id);
  else if (action === "events/redeliver") await simulator.redeliver(id);
  else throw invalidField("action", "an action of this page");
}
