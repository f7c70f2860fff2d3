import type * as z from "zod/mini";
import { within } from "../core/time-limit";
import type { ServedOperation } from "./operation";
import type { RelaySettings } from "./options";
import { malformedCall, RelayProblem } from "./problem";

/** JSON, with no parameter except its only charset (RFC 8259, section 8.1). */
const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

type BodyLimits = RelaySettings["bodyLimits"];

const tooLarge = () => new RelayProblem(413, "BODY_TOO_LARGE", "The body is too large");

/** Reads a body within its limits. Stops when it becomes too long or too slow. */
async function readBytes(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<ArrayBuffer> {
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge();
  // Not before: on Hono's server, the first look at the body begins to read it.
  const { body } = request;
  if (body === null) return new ArrayBuffer();
  const reader = body.getReader();
  const readAll = async () => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > maxBytes) throw tooLarge();
      chunks.push(next.value);
    }
    return new Blob(chunks).arrayBuffer();
  };
  const timeoutError = () => new RelayProblem(408, "BODY_TIMEOUT", "The body did not arrive in time");
  try {
    return await within({ timeoutMs, timeoutError }, readAll);
  } catch (error) {
    // Not awaited: the other side may never respond.
    void reader.cancel().catch(() => {});
    throw error instanceof RelayProblem ? error : malformedCall("The body is not complete");
  }
}

/** Whether a request announces a body. A GET `Request` has none even then (Fetch standard). */
function announcesBody({ headers }: Request): boolean {
  return headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) !== 0;
}

/**
 * The parsed JSON body. `undefined` if the request has none.
 *
 * @throws {RelayProblem} when the body is not JSON or not allowed (400), too slow (408), too large (413), or of another type (415)
 */
export async function readBody(
  request: Request,
  { method, takesBody }: Pick<ServedOperation, "method" | "takesBody">,
  limits: BodyLimits,
): Promise<unknown> {
  const body = method === "GET" ? undefined : await readJson(request, limits);
  const hasBody = method === "GET" ? announcesBody(request) : body !== undefined;
  if (hasBody && !takesBody) throw malformedCall("The call takes no body");
  return body;
}

async function readJson(request: Request, limits: BodyLimits): Promise<unknown> {
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity") {
    throw new RelayProblem(415, "UNSUPPORTED_MEDIA_TYPE", "The body must not be compressed");
  }
  const bytes = await readBytes(request, limits);
  if (bytes.byteLength === 0) return undefined;
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) {
    throw new RelayProblem(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be application/json");
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw malformedCall("The body is not JSON");
  }
}

/**
 * Takes the known fields of an operation from a body, in a fixed order. Both requests of a signed retry then forward the same
 * bytes, and other fields are dropped.
 *
 * @throws {RelayProblem} when a field is missing or malformed (400); it names the field, never its value
 */
export function fieldsOf<Fields>(schema: z.ZodMiniType<Fields>, body: unknown): Fields {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.join(".");
  throw malformedCall(path ? `\`${path}\` is missing or malformed` : "The body must be a JSON object");
}
