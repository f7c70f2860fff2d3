import { bodies, NOW } from "./bodies";
import type { Assumptions } from "./assumptions";
import { networkError } from "./network";
import type { Copy, Ending } from "./network";
import type { Body } from "./bodies";
import type { Answer, Wire } from "./service";

/** How much a copy may meet: everything, or one of each kind. */
export type Width = "full" | "reduced";

const JSON_TYPE = { "content-type": "application/json" };

function respond({ status, body, retryAfter }: Answer): Response {
  if (body === undefined) return new Response(null, { status });
  const wait = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...wait } });
}

const text = (status: number, content: string, type = "application/json") =>
  new Response(content, { status, headers: { "content-type": type } });

const end = (name: string, happen: Ending["happen"]): Ending => ({ name, happen });

/** The service responds without acting, or something between does. */
const instead = (name: string, response: () => Response): Ending => end(`${name}, before it acted`, response);

/** The service acts, and something between replaces its response. */
const afterwards = (name: string, response: () => Response): Ending =>
  end(`${name}, after it acted`, (copy) => {
    copy.act();
    return response();
  });

const delivered = end("delivered", (copy) => respond(copy.act()));

function lose(): never {
  throw networkError("UND_ERR_SOCKET");
}

const lostBefore = end("lost before it arrived", lose);
const lostAfter = end("carried out, and the response is lost", (copy) => {
  copy.act();
  return lose();
});
const heldUp = end("held up; the client sees a lost connection", (copy) => {
  copy.hold();
  return lose();
});
const neverOpened = end("the connection never opens", () => {
  throw networkError("ECONNREFUSED");
});
const twice = [
  end("delivered twice, the first response comes", (copy) => {
    const first = copy.act();
    copy.act();
    return respond(first);
  }),
  end("delivered twice, the second response comes", (copy) => {
    copy.act();
    return respond(copy.act());
  }),
];

/** The service's own refusal. It looks for a stored response first, unless the refusal is about the moment. */
function refusal(status: number, code: string, retryAfter?: number): Ending {
  const answer = { status, body: bodies.error(status, code), ...(retryAfter !== undefined && { retryAfter }) };
  return end(`the service refuses with ${status} ${code}`, (copy) => respond(copy.refuse(answer)));
}

/** A refusal that the service does not store: it says nothing about the request. */
function turnedAway(status: number, code: string): Ending {
  const answer = { status, body: bodies.error(status, code), retryAfter: 0 };
  return end(`the service turns it away with ${status} ${code}`, () => respond(answer));
}

const failure = (status: number, code: string) => () => respond({ status, body: bodies.error(status, code) });

const setUp = [refusal(401, "UNAUTHORIZED"), refusal(403, "FORBIDDEN")];
const aboutRequest = [
  refusal(422, "AMOUNT_OUT_OF_RANGE"),
  refusal(409, "CONFLICT"),
  refusal(400, "INVALID_INPUT"),
  refusal(404, "NOT_FOUND"),
];
const turned = [turnedAway(429, "RATE_LIMITED"), turnedAway(503, "INTERNAL_ERROR")];

/** The service says that it is still at work, or fails, with each truth about the money. */
const unclear = (status: number, code: string) => {
  const response = failure(status, code);
  return [
    instead(`the service says ${status} ${code}`, response),
    afterwards(`the service says ${status} ${code}`, response),
    end(`the service says ${status} ${code}, and carries it out later`, (copy) => {
      copy.hold();
      return response();
    }),
  ];
};
const failures = unclear(500, "INTERNAL_ERROR");
/** Of a call with a key, or of a deletion: one without is refused with 409, and no more. */
const conflicts = [...unclear(409, "OTHER_CODE"), ...unclear(409, "REQUEST_IN_PROGRESS")];
const reducedConflicts = conflicts.filter((_, index) => index === 1 || index === 5);

/** Errors that gateways make, in the forms of well-known products. */
const gatewayForms: Readonly<Record<string, (status: number) => unknown>> = {
  WSO2: (status) => ({ code: String(status), type: "Status report", message: "Not found", description: "No API" }),
  Spring: (status) => ({ timestamp: new Date(NOW).toISOString(), status, error: "Error", message: "No", path: "/" }),
  Kong: () => ({ message: "no Route matched with those values" }),
  Zuul: (status) => ({ timestamp: NOW, path: "/", status, code: "ROUTE_FAILED", message: "No route" }),
};
const gateway = Object.entries(gatewayForms).flatMap(([name, form]) =>
  [404, 422, 429, 503].flatMap((status) => {
    const response = () => respond({ status, body: form(status), ...(status > 422 && { retryAfter: 0 }) });
    return [instead(`${name} says ${status}`, response), afterwards(`${name} says ${status}`, response)];
  }),
);
const portal = [
  instead("a portal says {}", () => text(200, "{}")),
  instead("a portal sends a page", () => text(200, "<html>sign in", "text/html")),
  instead("a portal sends a page as JSON", () => text(200, "<html>sign in")),
  instead("a portal sends half an object", () => text(200, '{"message":"sig')),
  instead("a portal sends nothing", () => text(200, "")),
  instead("a portal sends a challenge", () => respond({ status: 202, body: { challenge: "?" } })),
  instead("a proxy redirects", () => new Response(null, { status: 302, headers: { location: "/x" } })),
  afterwards("a proxy sends 502", () => text(502, "<html>bad gateway", "text/html")),
];

/** A response of the service that comes only in part. */
const partial = [
  end("carried out, and the response is cut", (copy) => {
    const { status, body } = copy.act();
    const whole = body === undefined ? "" : JSON.stringify(body);
    if (process.env["SKIP"] && status === 202) return lose();
    return status === 204 ? lose() : text(status, whole.slice(0, whole.length / 2));
  }),
  end("carried out, and the response breaks off", (copy) => {
    const { status } = copy.act();
    if (status === 204) return lose();
    const body = new ReadableStream({ pull: (stream) => stream.error(networkError("UND_ERR_SOCKET")) });
    return new Response(body, { status, headers: JSON_TYPE });
  }),
  end("carried out, and a part comes as 206", (copy) => {
    const { body } = copy.act();
    return text(206, JSON.stringify(body ?? {}));
  }),
];

/** Responses of the service to other requests: with another payee, another payer, or of another kind. */
const others = [
  end("the response to a payment to somebody else comes", ({ wire }) => respond(other(wire, "destination"))),
  end("the response to a payment from somebody else comes", ({ wire }) => respond(other(wire, "source"))),
  end("a customer's response comes", () => respond({ status: 201, body: bodies.customer("Customer:eve", "eve") })),
];

/** The response to a like request of somebody else. */
function other({ path, body }: Wire, party: "source" | "destination"): Answer {
  const id = { accountId: party === "source" ? "InternalAccount:eve" : "ExternalAccount:eve" };
  const parties = { source: body["source"], destination: body["destination"], [party]: id } as Body;
  const likeness = path.startsWith("/quotes")
    ? bodies.quote("Quote:eve", "PROCESSING", parties)
    : bodies.transfer("Transaction:eve", path === "/transfer-in", parties);
  const account = { accountId: "InternalAccount:eve", encryptedWalletCredentials: "Sealed:eve" };
  const isPayment = body["source"] !== undefined || path.startsWith("/quotes");
  return { status: 201, body: isPayment ? likeness : { ...likeness, ...account } };
}

/** What happens to the caller while this copy is on its way. */
export const aborted: readonly Ending[] = [
  end("the caller aborts, and it is carried out", (copy) => {
    copy.sender.abort();
    copy.act();
    return lose();
  }),
  end("the caller aborts, and it is held up", (copy) => {
    copy.sender.abort();
    copy.hold();
    return lose();
  }),
  end("carried out, and the caller aborts while the response comes", (copy) => {
    const { status } = copy.act();
    if (status === 204) {
      copy.sender.abort();
      return lose();
    }
    const pull = () => copy.sender.abort();
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status, headers: JSON_TYPE });
  }),
];

export const crashed: readonly Ending[] = [
  end("the process ends, and it is carried out", (copy) => {
    copy.sender.crash();
    copy.act();
    return lose();
  }),
  end("the process ends, and it is held up", (copy) => {
    copy.sender.crash();
    copy.hold();
    return lose();
  }),
];

const kept: Readonly<Record<Width, readonly Ending[]>> = {
  full: [lostBefore, lostAfter, heldUp, neverOpened, ...setUp, ...turned, ...failures, ...gateway, ...portal, ...partial, ...others],
  reduced: [
    lostBefore,
    heldUp,
    lostAfter,
    neverOpened,
    ...setUp.slice(0, 1),
    ...turned.slice(0, 1),
    ...failures.slice(1, 2),
    ...gateway.slice(0, 2),
    ...portal.slice(0, 2),
    ...partial.slice(0, 1),
    ...others.slice(0, 2),
  ],
};

/** What a read may meet. */
const reading = [lostBefore, ...setUp.slice(0, 1), ...gateway.slice(0, 1), ...portal.slice(0, 1)];

const oldRead = end("an old response comes", (copy) => respond(copy.old() ?? copy.act()));

/** What a signed copy may meet beside that. */
const signedOnly = [
  end("carried out, and the challenge comes once more", (copy) => {
    copy.act();
    return respond({ status: 202, body: bodies.challenge(copy.wire.challenge ?? "") });
  }),
  end("a proxy removes the signature", (copy) => respond(copy.actUnsigned())),
];

/** A gateway that copies the service's own errors, and a cache that has an old response with the same ids. */
const imitation = afterwards("a gateway says 404 in the service's own form", failure(404, "NOT_FOUND"));
const oldTwin = (copy: Copy) =>
  instead("the old response of an equal request comes", () => {
    const { path, body } = copy.wire;
    return respond({ status: 201, body: bodies.transfer("Transaction:old", path === "/transfer-in", body) });
  });

const no204 = instead("a portal sends 204", () => new Response(null, { status: 204 }));

/** What a copy may meet. */
export function endingsFor(copy: Copy, width: Width, assumptions: Assumptions, isStored: boolean): [Ending, ...Ending[]] {
  const { method, key } = copy.wire;
  if (method === "GET") {
    const isList = copy.wire.path.startsWith("/auth");
    return [delivered, ...reading, ...(isList && assumptions.has("fresh lists") ? [] : [oldRead])];
  }
  const mayRefuse = !isStored || !assumptions.has("key first");
  const mayRepeat = key !== undefined || method !== "POST" || !assumptions.has("no repeats");
  return [
    delivered,
    ...kept[width].filter((e) => !(process.env["SKIP"] && isStored && setUp.includes(e))),
    ...(key !== undefined || method === "DELETE" ? (width === "full" ? conflicts : reducedConflicts) : []),
    // That something is gone, the service says only when it is gone.
    ...(mayRefuse ? aboutRequest.slice(0, width === "reduced" ? 2 : method === "DELETE" ? 3 : 4) : []),
    ...(mayRepeat ? twice : []),
    ...(copy.wire.signature === undefined || key !== undefined ? [] : signedOnly),
    // Nothing tells an empty 204 from the service's own.
    ...(method !== "DELETE" || !assumptions.has("own words") ? [no204] : []),
    ...(assumptions.has("own words") ? [] : [imitation]),
    ...(assumptions.has("old twins") ? [] : [oldTwin(copy)]),
  ];
}
