import { readFields, unknownFields } from "../api/fields";
import { unknownFieldMessage, problemResponse } from "../api/route";
import type { Host } from "../api/host";
import { mediaTypeOf, parseJsonObject } from "../api/body";
import { decodePath, Router } from "../api/router";
import type { WireRequest } from "../api/service";
import { asProblem, invalidInput, problem } from "../domain/problem";
import { toWire } from "../runtime/wire";
import type { WireResponse } from "../runtime/wire";
import { refusalOf } from "../transports/guard";
import type { Pages } from "../transports/http-server";
import { adminDocument } from "./document";
import { adminOperations } from "./operations";
import type { AdminFields } from "./schemas";

const ADMIN_ROOT = "/_simulator/api";

/** A snapshot has at most so many bytes. */
const MAX_BODY_BYTES = 536_870_912;

/** A snapshot has the bodies of requests inside. */
const MAX_DEPTH = 100;

const router = new Router(adminOperations);

/** @throws {Problem} 400 for the first unknown name, with the nearest one or all */
function refuseUnknown(values: object, fields: AdminFields): void {
  const [unknown] = unknownFields(values, fields);
  if (!unknown) return;
  const names = Object.keys(fields).join(", ");
  const others = names === "" ? " None is known here" : ` Known: ${names}`;
  const { field, nearest } = unknown;
  throw invalidInput(unknownFieldMessage(unknown) + (nearest === undefined ? others : ""), {
    field,
    nearest,
  });
}

async function bodyOf({ headers, readBody }: WireRequest, isNeeded: boolean): Promise<object> {
  const bytes = (await readBody(MAX_BODY_BYTES)) ?? new Uint8Array();
  if (bytes.length === 0 && !isNeeded) return {};
  // A foreign page cannot send this type without a question first.
  if (mediaTypeOf(headers) !== "application/json")
    throw invalidInput("Expected the content type application/json");
  return parseJsonObject(bytes, MAX_DEPTH);
}

async function respond(host: Host, request: WireRequest, token?: string): Promise<WireResponse> {
  const path = request.rawPath.slice(ADMIN_ROOT.length);
  // RFC 9110, section 9.3.2: health checks send it.
  const method = request.method === "HEAD" ? "GET" : request.method;
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  try {
    const refusal = refusalOf(request.method, request.headers, { token, allowsPrograms: true });
    // A health check of a container has no token, and learns nothing.
    if (refusal !== undefined && path !== "/health") throw problem(403, "FORBIDDEN", refusal);
    if (path === "/openapi.json" && method === "GET")
      return toWire({ status: 200, body: adminDocument(ADMIN_ROOT), headers });
    const { route: operation, params } = router.find(method, decodePath(path));
    refuseUnknown(request.query, operation.query);
    const body = await bodyOf(request, operation.body !== undefined);
    const inBody = operation.body === "open" ? {} : (operation.body ?? {});
    if (operation.body !== "open") refuseUnknown(body, inBody);
    const given = { ...Object.fromEntries(request.query), ...body };
    const sent = readFields({ ...operation.query, ...inBody }, given);
    host.scheduler.runDue();
    // The handler takes the values of its fields.
    const result = await operation.handle(host, { params, sent: sent as never, body });
    if (method !== "GET") host.onControl();
    return toWire(operation.result ? { status: 200, body: result, headers } : { status: 204, headers });
  } catch (error) {
    return problemResponse(asProblem(error));
  }
}

export const createAdmin = (host: Host, token?: string): Pages => ({
  name: "admin API",
  root: ADMIN_ROOT,
  respond: (request) => respond(host, request, token),
});
