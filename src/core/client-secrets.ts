import type { CredentialStore } from "./client-credentials";

const known = new WeakMap<object, CredentialStore>();

/** Remembers the credentials of a client for the relay. The client has no property that shows them. */
export function rememberCredentials(client: object, credentials: CredentialStore | undefined): void {
  if (credentials !== undefined) known.set(client, credentials);
}

/** The secrets of a client, including those of earlier credentials. */
export function secretsOfClient(client: object): readonly string[] {
  return known.get(client)?.secrets ?? [];
}
