import { ending } from "../support/endings";
import type { ServiceError } from "../support/endings";
import type { Assumptions } from "./assumptions";
import { gateway, imitation, no204, oldTwin, others, portal } from "./between";
import { bodies } from "./bodies";
import { beforeTheKey, open, refusing } from "./codes";
import { afterwards, end, instead, JSON_TYPE, lose, received, respond, text } from "./make-ending";
import { networkError } from "./network";
import type { Copy, Ending } from "./network";
import { OWN_TOKEN } from "./service";
import type { Answer } from "./service";

/** The possible ends of a copy: all, one of each kind, only losses, or losses and every code of the service. */
export type Width = "full" | "reduced" | "narrow" | "codes";

const delivered = end("delivered", (copy) => respond(copy.act()));

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
const certificateRejected = end("the certificate of the service is rejected", () => {
  throw networkError("SELF_SIGNED_CERT_IN_CHAIN");
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

/** An error of the service, as the model of the service gives it. */
const answerOf = ({ status, code }: Pick<ServiceError, "status" | "code">, retryAfter?: number): Answer => ({
  status,
  body: bodies.error(status, code),
  ...(retryAfter !== undefined && { retryAfter }),
});

/** The service's own refusal of a request. */
const refusal = (name: string, answer: Answer) => end(name, (copy) => respond(copy.refuse(answer)));

/** A refusal before the service reads the key or the request. It is never stored. */
const turnedAway = (name: string, answer: Answer) => end(name, () => respond(answer));

/** The service is still working, or fails. The money has moved or not. */
const unclear = (name: string, answer: Answer) => {
  const response = () => respond(answer);
  return [
    instead(name, response),
    afterwards(name, response),
    end(`${name}, and it carries it out later`, (copy) => {
      copy.hold();
      return response();
    }),
  ];
};

/** The endings of the common table with these names. */
const named = <Made>(make: (name: string, answer: Answer) => Made, ...names: string[]): Made[] =>
  names.map((name) => make(name, received(ending(name))));

const denials = named(turnedAway, "the service's 401", "the service's 403");
const aboutRequest = named(
  refusal,
  "the service's 422",
  "the service's 409 `CONFLICT`",
  "the service's 400",
  "the service's 404",
);
const busy = named(turnedAway, "the service's 429", "the service's 503 with `Retry-After`");
const failures = named(unclear, "500, 503 without a time, 504, 408").flat();
/** For a call with a key, or a deletion. A call without a key gets only a 409. */
const conflicts = named(
  unclear,
  "the service's 409 with another code",
  "the service's 409: in progress",
).flat();
const reducedConflicts = conflicts.filter((_, index) => index === 1 || index === 5);

/** Every error of the service that the common table marks. */
const errorName = ({ status, code }: ServiceError) => `the service says ${status} ${code}`;
const everyCode = {
  refusing: refusing.map((error) => refusal(errorName(error), answerOf(error))),
  others: [
    ...beforeTheKey.map((error) => turnedAway(errorName(error), answerOf(error))),
    turnedAway(
      "the service says 429 DAILY_VOLUME_LIMIT_EXCEEDED with `Retry-After`",
      answerOf({ status: 429, code: "DAILY_VOLUME_LIMIT_EXCEEDED" }, 0),
    ),
    ...open.flatMap((error) => unclear(errorName(error), answerOf(error))),
  ],
};

/** An incomplete response of the service. */
const partial = [
  end("carried out, and the response is cut", (copy) => {
    const { status, body } = copy.act();
    const whole = body === undefined ? "" : JSON.stringify(body);
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

const kept: Readonly<Record<Exclude<Width, "codes">, readonly Ending[]>> = {
  narrow: [lostBefore, lostAfter, heldUp],
  full: [
    lostBefore,
    lostAfter,
    heldUp,
    neverOpened,
    certificateRejected,
    ...denials,
    ...busy,
    ...failures,
    ...gateway,
    ...portal,
    ...partial,
    ...others,
  ],
  reduced: [
    lostBefore,
    heldUp,
    lostAfter,
    neverOpened,
    ...denials.slice(0, 1),
    ...busy.slice(0, 1),
    ...failures.slice(1, 2),
    ...gateway.slice(0, 2),
    ...portal.slice(0, 2),
    ...partial.slice(0, 1),
    ...others.slice(0, 2),
  ],
};

/** The possible ends of a read. */
const reading = [lostBefore, ...denials.slice(0, 1), ...gateway.slice(0, 1), ...portal.slice(0, 1)];

/** Another person has signed in to the platform. Until the owner's next step, the relay refuses every call of the page. */
const otherPerson = end("the relay sees the cookie of another person", (copy) =>
  respond(copy.ofAnotherPerson().act()),
);

/** The connection closes without a response, and the browser repeats the request. */
const repeatedByBrowser = [
  end("carried out; the browser repeats it", (copy) => {
    copy.act();
    return respond(copy.act());
  }),
  end("carried out; the browser repeats it with the cookie of another person", (copy) => {
    copy.act();
    return respond(copy.ofAnotherPerson().act());
  }),
  end("carried out; the browser repeats it, and the copy is refused with 403 FORBIDDEN", (copy) => {
    copy.act();
    return respond({ status: 403, body: bodies.error(403, "FORBIDDEN") });
  }),
];

const emptyList = end("a replica lists nothing", (copy) => respond(copy.listed(0)));
const partialList = end("a replica lists one row", (copy) => respond(copy.listed(1)));

const oldRead = end("an old response comes", (copy) => respond(copy.old() ?? copy.act()));

/** The additional ends of a signed copy. */
const signedOnly = [
  end("carried out, and the challenge comes once more", (copy) => {
    copy.act();
    return respond({ status: 202, body: bodies.challenge(copy.wire.challenge ?? "") });
  }),
  end("a proxy removes the signature", (copy) => respond(copy.actUnsigned())),
];

/** The possible ends of a copy. */
export function endingsFor(
  copy: Copy,
  width: Width,
  assumptions: Assumptions,
  isSettled: boolean,
): [Ending, ...Ending[]] {
  const imitations = [
    ...(assumptions.has("own words") ? [] : [imitation]),
    ...(assumptions.has("old twins") ? [] : [oldTwin(copy)]),
  ];
  const isRelayed = copy.wire.visitor !== undefined;
  if (copy.wire.method === "GET") {
    const isFresh = copy.wire.path.startsWith("/auth") && assumptions.has("fresh lists");
    const some = width === "narrow" ? [] : reading;
    const stale = isFresh ? [emptyList, partialList] : [oldRead];
    if (isRelayed) return [delivered, otherPerson, ...some, ...stale];
    return [delivered, ...some, ...(isFresh ? [] : [oldRead])];
  }
  const [, , refused] = repeatedByBrowser;
  const mayRefuseCopy = /\/(?:refresh|execute)$/.test(copy.wire.path);
  const repeated = repeatedByBrowser.filter((ending) => ending !== refused || mayRefuseCopy);
  const relayOnly = isRelayed ? [otherPerson, ...repeated, ...denials.slice(1)] : [];
  if (width === "narrow") return [delivered, ...kept.narrow, ...relayOnly, ...imitations];
  const mayRefuse = !isSettled || !assumptions.has("key first");
  if (width === "codes")
    return [
      delivered,
      ...kept.narrow,
      ...relayOnly,
      ...everyCode.others,
      ...(mayRefuse ? everyCode.refusing : []),
    ];
  const { method, key, signature } = copy.wire;
  const isKeyed = key !== undefined;
  const isDeletion = method === "DELETE";
  const isOwnToken = copy.wire.path.endsWith(OWN_TOKEN);
  const mayRepeatDeletion = !isOwnToken || !assumptions.has("own token");
  const mayRepeat = isKeyed || (isDeletion ? mayRepeatDeletion : !assumptions.has("no repeats"));
  return [
    delivered,
    ...kept[width],
    ...(isKeyed || isDeletion ? (width === "full" ? conflicts : reducedConflicts) : []),
    // The service reports that an object is gone only if it is gone.
    ...(mayRefuse ? aboutRequest.slice(0, width === "reduced" ? 2 : isDeletion ? 3 : 4) : []),
    ...(mayRepeat ? twice : []),
    ...(signature !== undefined && !isKeyed ? signedOnly : []),
    // An empty 204 looks exactly like the service's own.
    ...(isDeletion && assumptions.has("own words") ? [] : [no204]),
    ...relayOnly,
    ...imitations,
  ];
}
