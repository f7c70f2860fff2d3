import {
  cancelInvitation,
  claimInvitation,
  createInvitation,
  invitationView,
} from "../../domain/invitations";
import type { InvitationRecord } from "../../domain/records/onboarding";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { amount, instant, text, umaAddress } from "../formats";
import { bodyReader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

function create(world: World, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const invitation = createInvitation(world, {
    inviterUma: body.required("inviterUma", umaAddress),
    firstName: body.optional("firstName", text),
    amountToSend: body.optional("amountToSend", amount),
    expiresAtMs: body.optional("expiresAt", instant),
  });
  return created(invitationView(world, invitation));
}

function find(world: World, call: Call): InvitationRecord {
  return world.invitations.get(parameter(call, "invitationCode"));
}

function claim(world: World, call: Call): RouteResponse {
  const invitation = find(world, call);
  claimInvitation(world, invitation, bodyReader(call.request.body).required("inviteeUma", umaAddress));
  return ok(invitationView(world, invitation));
}

function cancel(world: World, call: Call): RouteResponse {
  const invitation = find(world, call);
  cancelInvitation(world, invitation);
  return ok(invitationView(world, invitation));
}

/** Invitations (contract, UmaInvitation). */
export const invitationRoutes: readonly Route[] = [
  route("POST", "/invitations", "MANAGE", create),
  route("GET", "/invitations/{invitationCode}", "VIEW", (world, call) =>
    ok(invitationView(world, find(world, call))),
  ),
  route("POST", "/invitations/{invitationCode}/claim", "MANAGE", claim),
  route("POST", "/invitations/{invitationCode}/cancel", "MANAGE", cancel),
];
