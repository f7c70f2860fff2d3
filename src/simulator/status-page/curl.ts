import type { Exchange } from "../runtime/recorder";
import { withoutSecrets } from "../runtime/recorder";

/** Headers that change what a request does, and hold no secret. */
const repeated = ["content-type", "idempotency-key", "request-id"];

/** A text as one word of a POSIX shell, with nothing in it interpreted. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A decoded path as it goes into an address. */
const encoded = (path: string): string =>
  path
    .split("/")
    .map((segment) => encodeURIComponent(segment).replaceAll("%3A", ":").replaceAll("%24", "$"))
    .join("/");

/**
 * A line for a shell that sends a request again. The API token and a wallet's signature come from the environment: no secret is
 * in the line, whatever the request log keeps.
 *
 * @param baseUrl the address of the API, without a slash at its end.
 */
export function curlLine(
  { method, path, query, headers, body, contentType }: Exchange,
  baseUrl: string,
): string {
  const search = new URLSearchParams(query).toString();
  const words = ["curl", "-u", '"$PAYMENTS_CLIENT_ID:$PAYMENTS_CLIENT_SECRET"'];
  if (method !== "GET") words.push("-X", quoted(method));
  words.push(quoted(`${baseUrl}${encoded(path)}${search === "" ? "" : `?${search}`}`));
  const isForm = contentType === "multipart/form-data";
  for (const name of repeated) {
    const value = headers[name];
    // The boundary of a form is curl's to choose.
    if (value === undefined || (isForm && name === "content-type")) continue;
    words.push("-H", quoted(`${name}: ${value}`));
  }
  if (headers["service-wallet-signature"] !== undefined)
    words.push("-H", '"Service-Wallet-Signature: $PAYMENTS_WALLET_SIGNATURE"');
  // The log does not keep the fields of a form.
  if (isForm) words.push("-F", quoted("file=@document.pdf"));
  else if (body !== undefined) words.push("--data-raw", quoted(JSON.stringify(withoutSecrets(body))));
  return words.join(" ");
}
