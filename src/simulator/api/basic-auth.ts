import { base64 } from "@scure/base";
import { Problem, unauthorized } from "../domain/problem";
import type { ApiTokenRecord } from "../domain/records/platform";
import { decoded } from "../runtime/decoded";
import type { World } from "../domain/world";

const refused = (reason: string): Problem =>
  new Problem(unauthorized(reason).body, { "WWW-Authenticate": 'Basic realm="payments", charset="UTF-8"' });

/** The user name and the password of an Authorization header, split at the first colon of the UTF-8 text (RFC 7617). */
function parse(header: string): [user: string, password: string] | undefined {
  const encoded = /^Basic +(\S+)$/i.exec(header.trim())?.[1];
  if (encoded === undefined) return undefined;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const text = decoded(() => decoder.decode(base64.decode(encoded))) ?? "";
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
}

/** The API token of a request (specification, "Authentication"). A deleted token is unknown. */
export function requireToken(world: World, header: string | null): ApiTokenRecord {
  if (header === null) throw refused("The Authorization header is missing");
  const credentials = parse(header);
  if (credentials === undefined)
    throw refused("The Authorization header must be a well-formed Basic credential");
  const [clientId, clientSecret] = credentials;
  const token = world.tokens.by("clientId", clientId).find((one) => one.clientSecret === clientSecret);
  if (token === undefined) throw refused("Unknown API token or wrong client secret");
  const { environment } = world.options;
  if (token.environment !== environment)
    throw refused(`The API token is not for the ${environment} environment`);
  return token;
}
