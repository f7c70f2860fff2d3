import type { FetchLike } from "payments-sdk";
import { json } from "../core/client";
import { SECRETS } from "./plant";
import type { Planted } from "./plant";

/** The part of the planted texts that a header can carry. */
const headerTexts = ({ texts }: Planted) => texts.filter((text) => /^[\x21-\x7e]+$/.test(text));

const headersOf = (planted: Planted) => ({
  "x-request-id": headerTexts(planted).join(","),
  "x-ratelimit-key": headerTexts(planted).join(","),
  "retry-after": "0",
});

/** A text inside a message. */
const said = ({ texts }: Planted) => texts.map((text) => `(${text})`).join(" ");

/** The error of a server that repeats the request in every field. */
function problem(planted: Planted, status: number) {
  const text = said(planted);
  return {
    status,
    code: text,
    message: text,
    reason: text,
    details: { reason: text, [text]: text, list: [text, { text }] },
    unknownField: { text },
    session: { encryptedSessionSigningKey: SECRETS.sessionKey },
    export: JSON.stringify({ encrypted_wallet_credentials: SECRETS.walletExport }),
  };
}

/** Failures, by the behaviour of the service or a proxy. They repeat `planted`. */
type Failure = (planted: Planted) => FetchLike;

const responds =
  (make: (planted: Planted) => Response): Failure =>
  (planted) =>
  async () =>
    make(planted);

const throws =
  (make: (planted: Planted) => unknown): Failure =>
  (planted) =>
  () =>
    Promise.reject(make(planted));

const page = (status: number) =>
  responds((planted) => {
    const text = `<html><p>${said(planted)}</p></html>`;
    return new Response(text, { status, headers: { ...headersOf(planted), "content-type": "text/html" } });
  });

const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503];

export const FAILURES: Readonly<Record<string, Failure>> = {
  ...Object.fromEntries(
    statuses.map((status) => [
      `the status ${status}`,
      responds((planted) => json(problem(planted, status), status, headersOf(planted))),
    ]),
  ),
  "an error without a message": responds((planted) => json({ echo: said(planted) }, 400)),
  "an error that is a text of JSON": responds((planted) => json(JSON.stringify(said(planted)), 400)),
  "an error that is a list": responds((planted) => json([said(planted)], 400)),
  "an error in plain text": responds((planted) => new Response(said(planted), { status: 500 })),
  "a long error whose end is cut": responds((planted) => {
    const [text = ""] = planted.texts;
    return new Response(`${"x ".repeat(507)}${text} ${said(planted)}`, { status: 500 });
  }),
  "an error page": page(502),
  "a page that says 200": page(200),
  "a response that breaks off": responds((planted) =>
    json(JSON.stringify(problem(planted, 200)).slice(0, -3), 200, headersOf(planted)),
  ),
  "a response of another shape": responds((planted) => {
    const text = said(planted);
    return json(
      { id: 7, data: { [text]: text }, status: { [text]: 5 }, balance: { [text]: "x" }, [text]: text },
      200,
      headersOf(planted),
    );
  }),
  "a list of another shape": responds((planted) => {
    const row = { id: 7, status: { [said(planted)]: 1 }, metadata: { [said(planted)]: 7 } };
    return json({ data: [row], hasMore: true, nextCursor: 5 }, 200, headersOf(planted));
  }),
  "a response to another request": responds((planted) => {
    const [text = ""] = planted.texts;
    const party = { accountId: text, currency: text };
    return json(
      { id: `Quote:${text}`, source: party, destination: party, sentAmount: { amount: 1 } },
      200,
      headersOf(planted),
    );
  }),
  "an amount that cannot be exact": responds((planted) =>
    json(`{"${JSON.stringify(said(planted)).slice(1, -1)}":{"amount":12345678901234567890}}`, 200),
  ),
  "a challenge of nobody": responds((planted) => {
    const expiresAt = `2001-02-03 (${planted.texts[0] ?? ""})`;
    return json({ payloadToSign: said(planted), requestId: "Request:1", expiresAt }, 202, headersOf(planted));
  }),
  "a 202 without a challenge": responds((planted) =>
    json({ payloadToSign: 5, requestId: said(planted) }, 202, headersOf(planted)),
  ),
  "a redirect": responds((planted) => {
    const location = `https://elsewhere.example/?${headerTexts(planted).join("&")}`;
    return new Response(said(planted), { status: 302, headers: { location } });
  }),
  "a lost connection": throws((planted) => {
    const text = said(planted);
    const cause = Object.assign(new Error(text, { cause: new Error(text) }), { code: text });
    return Object.assign(new TypeError(text, { cause }), { url: text });
  }),
  "several lost connections": throws(
    (planted) =>
      new AggregateError([Object.assign(new Error(said(planted)), { code: said(planted) })], said(planted)),
  ),
  "an error with a name of its own": throws((planted) =>
    Object.assign(new Error(said(planted)), { name: said(planted) }),
  ),
  "an error of the DOM": throws((planted) => new DOMException(said(planted), said(planted))),
  "something thrown that is no error": throws((planted) => ({ message: said(planted) })),
  "a text that is thrown": throws(said),
  "a body that breaks": responds((planted) => {
    const body = new ReadableStream({
      start: (controller) => controller.error(new Error(said(planted), { cause: new Error(said(planted)) })),
    });
    return new Response(body, { status: 200, headers: headersOf(planted) });
  }),
  "no response in time": () => () => new Promise<Response>(() => {}),
};

/** Complete successful responses. The relay passes the service's data to the page unchanged. */
export const PASSED_ON: readonly string[] = [
  "a response of another shape",
  "a list of another shape",
  "a response to another request",
  "an amount that cannot be exact",
  "a challenge of nobody",
  "a 202 without a challenge",
];

/** The failures with a status of success. The client reads them by the operation and by its option `validation`. */
export const READ_BY_OPERATION: readonly string[] = [
  ...PASSED_ON,
  "a page that says 200",
  "a response that breaks off",
  "a body that breaks",
];
