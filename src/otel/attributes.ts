import type { Attributes } from "@opentelemetry/api";
import { isPaymentsError } from "../core/error-guards";
import type { CallEvent } from "../core/types";

/** An id of the service, such as `Quote:…`, unchanged or percent-encoded. */
const ID = /^[A-Z]\w+(?::|%3A)[\w-]+$/;

/** The segments that a caller's path may show: words, the version, or an id. */
const PLAIN = /^(?:|[a-z]+(?:-[a-z]+)*|\d{4}-\d{2}-\d{2}|[A-Z]\w+(?::|%3A)[\w-]+)$/;

/** The attributes that spans and metrics of an attempt share. Few values each. */
export function attributesOf({ method, template }: CallEvent, url: URL): Attributes {
  return {
    "http.request.method": method,
    ...(template !== undefined && { "url.template": template }),
    "server.address": url.hostname,
    "server.port": Number(url.port || (url.protocol === "https:" ? 443 : 80)),
  };
}

/** The address without its query. It keeps ids of the service, but not UMA addresses, invitation codes and other values. */
export function addressOf({ origin, pathname }: URL, template: string | undefined): string {
  const segments = pathname.split("/");
  const names = template?.split("/");
  const from = segments.length - (names?.length ?? 0);
  const isShown = (segment: string, index: number) => {
    if (names === undefined) return PLAIN.test(segment);
    return names[index - from]?.includes("{id}") !== true || ID.test(segment);
  };
  return (
    origin + segments.map((segment, index) => (isShown(segment, index) ? segment : "REDACTED")).join("/")
  );
}

/** The class of an error. Its message may contain personal data. */
export function errorTypeOf(error: unknown): string {
  return isPaymentsError(error) ? error.name : "unexpected";
}
