import { ConnectionError } from "../../core/errors";
import type * as Library from "./library";

let loading: Promise<typeof Library> | undefined;

/**
 * Loads the libraries of cryptography: a page that only shows a sign-in, or signs with a stored session, needs none of them. Making
 * a key pair waits for them, so that nothing is sealed, and no code is spent, where they cannot be loaded.
 *
 * @throws {ConnectionError} when they cannot be loaded; the next call tries again
 */
export async function loadLibrary(): Promise<typeof Library> {
  loading ??= import("./library");
  try {
    return await loading;
  } catch (cause) {
    loading = undefined;
    throw new ConnectionError("The code that opens sealed values could not be loaded: try again", { cause });
  }
}
