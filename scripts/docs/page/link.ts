/** Links with a program: in the part after `#`, which browsers send to no server. */

/** In characters: less than browsers take, and than the text of an issue takes. */
const MOST = 60_000;

/** A program and the state of its simulator, a snapshot as JSON. Or the name of a method or function that the reference links. */
export interface Linked {
  readonly call?: string | undefined;
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly isDamaged?: boolean;
}

function encoded(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decoded(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** A program as the part of a link after `#`. */
export const toHash = (code: string): string => `#code=${encoded(new TextEncoder().encode(code))}`;

const passed = async (bytes: BlobPart, by: CompressionStream | DecompressionStream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(by)).arrayBuffer());

/** The same with a state. The compressed form has a checksum. Rejects with a text for the reader if it is too large. */
export async function toHashWithState(code: string, state: string): Promise<string> {
  const hash = `#state=${encoded(await passed(`${state}\0${code}`, new CompressionStream("deflate")))}`;
  if (hash.length <= MOST) return hash;
  const [length, most] = [hash.length, MOST].map((count) => count.toLocaleString("en"));
  throw new Error(
    `The state is too large for a link: ${length} characters, at most ${most}. Copy the link without it.`,
  );
}

/** What a link contains. A program of it runs only after a click. */
export async function fromHash(hash: string): Promise<Linked> {
  const [, name, value = ""] = /^#(call|code|state)=(.*)$/.exec(hash) ?? [];
  if (name === undefined) return {};
  if (name === "call") return { call: value };
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    if (name === "code") return { code: decoder.decode(decoded(value)) };
    if (hash.length > MOST) return { isDamaged: true };
    const text = decoder.decode(await passed(decoded(value), new DecompressionStream("deflate")));
    const end = text.indexOf("\0");
    return { state: text.slice(0, end), code: text.slice(end + 1) };
  } catch {
    return { isDamaged: true };
  }
}
