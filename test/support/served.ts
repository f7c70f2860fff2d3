/** A simulator in another process, as its program announces it. */
export interface Served {
  readonly connection: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  /** The second address. */
  readonly controlUrl: string;
}

/** Asks the second address: `/token`, `/advance`, or a question of the program. */
export async function ask<Answer>(
  { controlUrl }: Served,
  path: string,
  asked: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${controlUrl}${path}?${new URLSearchParams(asked)}`);
  return (await response.json()) as Answer; // The program's `serve` says it.
}
