import { betweenCopies } from "./between-copies";
import type { CoreConfig } from "./types";

type Remembered = Pick<CoreConfig, "credentials" | "totalTimeout">;

const known = () => betweenCopies<Remembered>("clients");

/** Remembers the settings of a client for the relay and for wallets. The client has no property that shows them. */
export function rememberConfig(client: object, config: Remembered): void {
  known().set(client, config);
}

/** The secrets of a client, including those of earlier credentials. */
export function secretsOfClient(client: object): readonly string[] {
  return known().get(client)?.credentials?.secrets ?? [];
}

/** The `totalTimeout` of a client, in milliseconds. That of another version of the package is not known. */
export function totalTimeoutOf(client: object): number {
  return known().get(client)?.totalTimeout ?? 120_000;
}
