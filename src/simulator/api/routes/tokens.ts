import type { Domain } from "../../domain/domain";
import { notFound } from "../../domain/problem";
import { newTokenView, tokenView } from "../../domain/tokens";
import type { ApiTokenRecord } from "../../domain/tokens";
import { tokenPermissions } from "../../runtime/options/tokens";
import type { RouteResponse } from "../../runtime/wire";
import { oneOf, setOf, text } from "../formats";
import { paginateStore } from "../pagination";
import { readPeriod, updatedIn } from "../period";
import { bodyReader, queryReader } from "../reader";
import { created, noContent, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "tokens">;

function create({ tokens }: Needs, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const name = body.required("name", text);
  const chosen = body.required("permissions", setOf(oneOf(tokenPermissions)));
  return created(newTokenView(tokens.create(name, chosen)));
}

function list({ tokens }: Needs, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const name = query.optional("name", text);
  return ok(
    paginateStore({
      query: request.query,
      list: request.path,
      store: tokens,
      where: [["environment", tokens.environment], ...(name === undefined ? [] : [["name", name] as const])],
      ...readPeriod(query, "created"),
      matches: updatedIn(readPeriod(query, "updated")),
      view: tokenView,
    }),
  );
}

/** A token of the other environment is none of this service. */
function find({ tokens }: Needs, call: Call): ApiTokenRecord {
  const token = tokens.get(parameter(call, "tokenId"));
  if (!tokens.isOwn(token)) throw notFound("Token", token.id);
  return token;
}

/** Any token can be deleted, that of the call itself included: whoever finds a token leaked can end it with that token alone. */
function remove(needs: Needs, call: Call): RouteResponse {
  needs.tokens.delete(find(needs, call).id);
  return noContent();
}

/** API tokens (contract, ApiToken). */
export const tokenRoutes = (needs: Needs): Route[] => [
  route("POST", "/tokens", (call) => create(needs, call)),
  route("GET", "/tokens", (call) => list(needs, call)),
  route("GET", "/tokens/{tokenId}", (call) => ok(tokenView(find(needs, call)))),
  route("DELETE", "/tokens/{tokenId}", (call) => remove(needs, call)),
];
