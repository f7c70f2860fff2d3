import { endings } from "../support/endings";
import { bodies } from "./bodies";
import type { Body } from "./bodies";
import { afterwards, end, instead, respond } from "./make-ending";
import type { Copy } from "./network";
import type { Answer, Wire } from "./service";

/** What the common table marks for the explorer, before the service acts. A gateway may also have passed the request on. */
const between = endings.flatMap(({ name, came, isExplored }) => {
  if (isExplored !== true || typeof came === "string") return [];
  const { status, headers, text } = came;
  const response = () => new Response(text, { status, headers });
  return [
    { status, ending: instead(name, response) },
    ...(status >= 400 ? [{ status, ending: afterwards(name, response) }] : []),
  ];
});
const isOfGateway = ({ status }: { status: number }) => status >= 400;
/** Responses of gateways. */
export const gateway = between.filter(isOfGateway).map(({ ending }) => ending);
/** Responses of portals and proxies. */
export const portal = between.filter((each) => !isOfGateway(each)).map(({ ending }) => ending);

/** Responses of the service to other requests: with another payee, another payer or another operation. */
export const others = [
  end("the response to a payment to somebody else comes", ({ wire }) => respond(other(wire, "destination"))),
  end("the response to a payment from somebody else comes", ({ wire }) => respond(other(wire, "source"))),
  end("a customer's response comes", () =>
    respond({ status: 201, body: bodies.customer("Customer:eve", "eve") }),
  ),
];

/** The response to a similar request of another caller. */
function other({ path, body }: Wire, party: "source" | "destination"): Answer {
  const eve = "InternalAccount:eve";
  const id = { accountId: party === "source" ? eve : "ExternalAccount:eve" };
  const parties = { source: body["source"], destination: body["destination"], [party]: id } as Body;
  const [, root] = path.split("/");
  const likenesses: Readonly<Record<string, Body>> = {
    quotes: bodies.quote("Quote:eve", "PROCESSING", parties),
    customers: bodies.customer("Customer:eve", "eve"),
    auth: bodies.credential("AuthMethod:eve", String(body["type"]), eve),
    "internal-accounts": bodies.walletExport(eve, "Sealed:eve"),
  };
  const transfer = bodies.transfer("Transaction:eve", root === "transfer-in", parties);
  return { status: 201, body: likenesses[root ?? ""] ?? transfer };
}

/** A gateway that copies the service's own errors. */
export const imitation = afterwards("a gateway says 404 in the service's own form", () =>
  respond({ status: 404, body: bodies.error(404, "NOT_FOUND") }),
);

/** A cache with an old response with the same ids. */
export const oldTwin = (copy: Copy) =>
  instead("the old response of an equal request comes", () => {
    const { path, body } = copy.wire;
    return respond({ status: 201, body: bodies.transfer("Transaction:old", path === "/transfer-in", body) });
  });

/** An empty response. */
export const no204 = instead("a portal sends 204", () => new Response(null, { status: 204 }));
