import { $ZodObject, $ZodObjectJIT } from "zod/v4/core";

/**
 * Whether zod may compile its objects with `new Function`. Not in a page, because a Content-Security-Policy
 * may report the attempt. Elsewhere zod tries, and interprets if that is forbidden.
 */
function mayCompile(): boolean {
  if ("document" in globalThis) return false;
  return (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node !== undefined;
}

/** The class of objects: compiled if possible, because interpreted objects take four times as long. */
export const objectClass = (): typeof $ZodObject => (mayCompile() ? $ZodObjectJIT : $ZodObject);
