import type { Domain } from "../../domain/domain";
import { verificationStatuses } from "../../domain/verifications";
import type { RouteResponse } from "../../runtime/wire";
import { oneOf, text } from "../formats";
import { paginate } from "../pagination";
import { bodyReader, queryReader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "verifications">;

function list({ verifications }: Needs, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const customerId = query.optional("customerId", text);
  const status = query.optional("verificationStatus", oneOf(verificationStatuses));
  const matches = verifications
    .all()
    .filter(
      (verification) =>
        (customerId === undefined || verification.customerId === customerId) &&
        (status === undefined || verification.verificationStatus === status),
    );
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: matches,
      at: (verification) => verification.createdAt,
      id: (verification) => verification.id,
      view: (verification) => verification,
    }),
  );
}

/** Verifications (specification, "Verification"). */
export const verificationRoutes = (needs: Needs): Route[] => [
  // 200, as the contract says, although it may create.
  route("POST", "/verifications", ({ request }) =>
    ok(needs.verifications.verify(bodyReader(request.body).required("customerId", text))),
  ),
  route("GET", "/verifications", (call) => list(needs, call)),
  route("GET", "/verifications/{verificationId}", (call) =>
    ok(needs.verifications.get(parameter(call, "verificationId"))),
  ),
];
