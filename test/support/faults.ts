import { individual } from "./parts";
import type { World } from "./world";

/** Calls until the connection fails. */
export async function failure(
  call: Promise<unknown>,
): Promise<{ name: string; message: string; code: unknown }> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error("the call did not fail");
  const cause = error.cause;
  return {
    name: error.name,
    message: error.message,
    code: cause instanceof Error && "code" in cause ? cause.code : undefined,
  };
}

export const create = (api: World, signal?: AbortSignal) =>
  api.send("POST", "/customers", {
    body: JSON.stringify(individual),
    headers: { "content-type": "application/json" },
    ...(signal ? { signal } : {}),
  });

export const count = async (api: World) => (await api.read("/customers"))["totalCount"];
