import { $ZodObject } from "zod/v4/core";

/** Bundles for browsers have this file in place of `zod-object`, without zod's compiler (`browser` of package.json). */
export const objectClass = (): typeof $ZodObject => $ZodObject;
