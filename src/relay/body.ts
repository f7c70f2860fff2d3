import type * as z from "zod/mini";
import { badRequest, Problem } from "./problem";

/** JSON, with no parameter but the only charset that it has (RFC 8259, section 8.1). */
const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

const tooLarge = () => new Problem(413, "BODY_TOO_LARGE", "The body is larger than a wallet's calls are");

/** Reads a body up to a limit in bytes; a longer one is given up as soon as that shows. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (request.body !== null) {
    const reader = request.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > limit) {
        // Not awaited: the other side may never take notice.
        void reader.cancel().catch(() => {});
        throw tooLarge();
      }
      chunks.push(value);
    }
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/**
 * The parsed JSON body, or `undefined` when there is none.
 *
 * @throws {Problem} 400, 413 or 415
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity") {
    throw new Problem(415, "UNSUPPORTED_MEDIA_TYPE", "The body must not be compressed");
  }
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return undefined;
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) {
    throw new Problem(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be application/json");
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw badRequest("The body is not JSON");
  }
}

/**
 * Takes the members that an operation knows out of a body, in a fixed order: both legs of a signed retry are forwarded with
 * the same bytes, and nothing else of what the visitor sent goes on.
 *
 * @throws {Problem} 400 naming the member at fault, never its value
 */
export function members<Members>(schema: z.ZodMiniType<Members>, body: unknown): Members {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.join(".");
  throw badRequest(path ? `\`${path}\` is missing or malformed` : "The body must be a JSON object");
}
