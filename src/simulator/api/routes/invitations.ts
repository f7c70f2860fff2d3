import type { Domain } from "../../domain/domain";
import type { InvitationRecord } from "../../domain/invitations";
import type { RouteResponse } from "../../runtime/wire";
import { amount, instant, text, umaAddress } from "../formats";
import { bodyReader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "invitations">;

function create({ invitations }: Needs, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const invitation = invitations.create({
    inviterUma: body.required("inviterUma", umaAddress),
    firstName: body.optional("firstName", text),
    amountToSend: body.optional("amountToSend", amount),
    expiresAtMs: body.optional("expiresAt", instant),
  });
  return created(invitations.view(invitation));
}

function find({ invitations }: Needs, call: Call): InvitationRecord {
  return invitations.get(parameter(call, "invitationCode"));
}

function claim(needs: Needs, call: Call): RouteResponse {
  const invitation = find(needs, call);
  needs.invitations.claim(invitation, bodyReader(call.request.body).required("inviteeUma", umaAddress));
  return ok(needs.invitations.view(invitation));
}

function cancel(needs: Needs, call: Call): RouteResponse {
  const invitation = find(needs, call);
  needs.invitations.cancel(invitation);
  return ok(needs.invitations.view(invitation));
}

/** Invitations (contract, UmaInvitation). */
export const invitationRoutes = (needs: Needs): Route[] => [
  route("POST", "/invitations", (call) => create(needs, call)),
  route("GET", "/invitations/{invitationCode}", (call) => ok(needs.invitations.view(find(needs, call)))),
  route("POST", "/invitations/{invitationCode}/claim", (call) => claim(needs, call)),
  route("POST", "/invitations/{invitationCode}/cancel", (call) => cancel(needs, call)),
];
