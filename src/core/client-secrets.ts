import { betweenCopies } from "./between-copies";
import type { CoreConfig } from "./types";

/** What the relay and a wallet need of a client. They may be of another copy of the package, so it is all that copies share. */
interface Remembered {
  readonly secrets: () => readonly string[];
  readonly totalTimeout: number;
}

const known = () => betweenCopies<Remembered>("clients");

/** Remembers facts of a client for the relay and for wallets. The client has no property that shows them. */
export function rememberConfig(
  client: object,
  { credentials, totalTimeout }: Pick<CoreConfig, "credentials" | "totalTimeout">,
): void {
  // A function of credentials learns new ones.
  known().set(client, { secrets: () => credentials?.secrets ?? [], totalTimeout });
}

/** The secrets of a client, including those of earlier credentials. */
export function secretsOfClient(client: object): readonly string[] {
  return known().get(client)?.secrets() ?? [];
}

/** The `totalTimeout` of a client, in milliseconds. That of another version of the package is not known. */
export function totalTimeoutOf(client: object): number {
  return known().get(client)?.totalTimeout ?? 120_000;
}
