import { notFound } from "../../domain/problem";
import type { ApiTokenRecord } from "../../domain/records/platform";
import { createToken, newTokenView, tokenView } from "../../domain/tokens";
import type { World } from "../../domain/world";
import { tokenPermissions } from "../../runtime/options/tokens";
import type { RouteResponse } from "../../runtime/wire";
import { oneOf, setOf, text } from "../formats";
import { paginateTable } from "../pagination";
import { readPeriod, updatedIn } from "../period";
import { bodyReader, queryReader } from "../reader";
import { created, noContent, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

function create(world: World, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const name = body.required("name", text);
  const chosen = body.required("permissions", setOf(oneOf(tokenPermissions)));
  return created(newTokenView(createToken(world, name, chosen)));
}

function list(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  return ok(
    paginateTable(request, world.tokens, {
      where: { environment: world.options.environment, name: query.optional("name", text) },
      ...readPeriod(query, "created"),
      matches: updatedIn(readPeriod(query, "updated")),
      view: tokenView,
    }),
  );
}

/** A token of the other environment is none of this service. */
function find(world: World, call: Call): ApiTokenRecord {
  const token = world.tokens.get(parameter(call, "tokenId"));
  if (token.environment !== world.options.environment) throw notFound("Token", token.id);
  return token;
}

/** Any token can be deleted, that of the call itself included: whoever finds a token leaked can end it with that token alone. */
function remove(world: World, call: Call): RouteResponse {
  world.tokens.delete(find(world, call).id);
  return noContent();
}

/** API tokens (contract, ApiToken). */
export const tokenRoutes: readonly Route[] = [
  route("POST", "/tokens", "MANAGE", create),
  route("GET", "/tokens", "VIEW", list),
  route("GET", "/tokens/{tokenId}", "VIEW", (world, call) => ok(tokenView(find(world, call)))),
  route("DELETE", "/tokens/{tokenId}", "MANAGE", remove),
];
