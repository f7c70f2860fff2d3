import { verificationStatuses } from "../../domain/records/onboarding";
import { verify } from "../../domain/verifications";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { oneOf, text } from "../formats";
import { paginateTable } from "../pagination";
import { bodyReader, queryReader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

function list(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  return ok(
    paginateTable(request, world.verifications, {
      where: {
        customerId: query.optional("customerId", text),
        status: query.optional("verificationStatus", oneOf(verificationStatuses)),
      },
    }),
  );
}

/** Verifications (specification, "Verification"). */
export const verificationRoutes: readonly Route[] = [
  // 200, as the contract says, although it may create.
  route("POST", "/verifications", "MANAGE", (world, { request }) =>
    ok(verify(world, bodyReader(request.body).required("customerId", text))),
  ),
  route("GET", "/verifications", "VIEW", list),
  route("GET", "/verifications/{verificationId}", "VIEW", (world, call) =>
    ok(world.verifications.get(parameter(call, "verificationId"))),
  ),
];
