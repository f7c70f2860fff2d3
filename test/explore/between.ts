import { bodies, NOW } from "./bodies";
import type { Body } from "./bodies";
import { afterwards, end, failure, instead, respond, text } from "./make-ending";
import type { Copy } from "./network";
import type { Answer, Wire } from "./service";

/** Errors of gateways, in the forms of well-known products. */
const gatewayForms: Readonly<Record<string, (status: number) => unknown>> = {
  WSO2: (status) => ({
    code: String(status),
    type: "Status report",
    message: "Not found",
    description: "No API",
  }),
  Spring: (status) => ({
    timestamp: new Date(NOW).toISOString(),
    status,
    error: "Error",
    message: "No",
    path: "/",
  }),
  Kong: () => ({ message: "no Route matched with those values" }),
  Zuul: (status) => ({ timestamp: NOW, path: "/", status, code: "ROUTE_FAILED", message: "No route" }),
};
/** Responses of gateways, before and after they forward a request. */
export const gateway = Object.entries(gatewayForms).flatMap(([name, form]) =>
  [404, 422, 429, 503].flatMap((status) => {
    const response = () => respond({ status, body: form(status), ...(status > 422 && { retryAfter: 0 }) });
    return [instead(`${name} says ${status}`, response), afterwards(`${name} says ${status}`, response)];
  }),
);
/** Responses of portals and proxies. */
export const portal = [
  instead("a portal says {}", () => text(200, "{}")),
  instead("a portal sends a page", () => text(200, "<html>sign in", "text/html")),
  instead("a portal sends a page as JSON", () => text(200, "<html>sign in")),
  instead("a portal sends half an object", () => text(200, '{"message":"sig')),
  instead("a gateway sends half an object with an id", () => text(200, '{"id":"req-17","sta')),
  instead("a portal sends nothing", () => text(200, "")),
  instead("a portal sends a challenge", () => respond({ status: 202, body: { challenge: "?" } })),
  instead("a proxy redirects", () => new Response(null, { status: 302, headers: { location: "/x" } })),
  afterwards("a proxy sends 502", () => text(502, "<html>bad gateway", "text/html")),
];

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
export const imitation = afterwards(
  "a gateway says 404 in the service's own form",
  failure(404, "NOT_FOUND"),
);

/** A cache with an old response with the same ids. */
export const oldTwin = (copy: Copy) =>
  instead("the old response of an equal request comes", () => {
    const { path, body } = copy.wire;
    return respond({ status: 201, body: bodies.transfer("Transaction:old", path === "/transfer-in", body) });
  });

/** An empty response. */
export const no204 = instead("a portal sends 204", () => new Response(null, { status: 204 }));
