import type { Domain } from "../../domain/domain";
import { verificationStatuses } from "../../domain/verifications";
import type { RouteResponse } from "../../runtime/wire";
import { oneOf, text } from "../formats";
import { paginateStore } from "../pagination";
import { bodyReader, queryReader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "verifications">;

function list({ verifications }: Needs, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const customerId = query.optional("customerId", text);
  const status = query.optional("verificationStatus", oneOf(verificationStatuses));
  return ok(
    paginateStore({
      query: request.query,
      list: request.path,
      store: verifications,
      where: [
        ...(customerId === undefined ? [] : [["customerId", customerId] as const]),
        ...(status === undefined ? [] : [["status", status] as const]),
      ],
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
