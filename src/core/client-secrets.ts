const known = new WeakMap<object, readonly string[]>();

/** Remembers the secrets of a client for the relay. The client has no property that shows them. */
export function rememberSecrets(client: object, secrets: readonly string[]): void {
  known.set(client, secrets);
}

/** The secrets of a client: its Basic credential and its client secret. */
export function secretsOfClient(client: object): readonly string[] {
  return known.get(client) ?? [];
}
