import { paginate } from "../pagination";
import { notFound } from "../problem";
import { QueryReader, reader } from "../read";
import { ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { verificationStatuses, verifyCustomer } from "../state/verifications";

/** Answers 200, as the contract says, although it may create. */
function create({ world, request }: Context): Reply {
  const customerId = reader(request.body).string("customerId");
  const customer = world.customer(customerId);
  if (customer.isDeleted) throw notFound("Customer", customerId);
  return ok(verifyCustomer(world, customer));
}

function list({ world, request }: Context): Reply {
  const query = new QueryReader(request.query);
  const customerId = query.optionalString("customerId");
  const status = query.optionalEnum("verificationStatus", verificationStatuses);
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: [...world.verifications.values()].filter(
        (verification) =>
          (customerId === undefined || verification.customerId === customerId) &&
          (status === undefined || verification.verificationStatus === status),
      ),
      at: (verification) => verification.createdAt,
      id: (verification) => verification.id,
      view: (verification) => verification,
    }),
  );
}

export const verificationRoutes: Route[] = [
  route("POST", "/verifications", create),
  route("GET", "/verifications", list),
  route("GET", "/verifications/{verificationId}", (context) =>
    ok(context.world.verification(parameter(context, "verificationId"))),
  ),
];
