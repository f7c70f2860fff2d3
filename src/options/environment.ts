/** An environment variable. Workers and browsers have no `process`. Deno asks for permission and may refuse. An empty one counts as absent. */
export function environmentVariable(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}
