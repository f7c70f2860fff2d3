import type { UmaInvitationCreateParams } from "../../models/platform";
import { present } from "../runtime/present";
import { amountView } from "./currencies";
import { customerWithUmaAddress } from "./customers";
import { requireParty } from "./eligibility";
import { badRequest, invalidField } from "./problem";
import { umaKey } from "./records/customers";
import type { InvitationRecord } from "./records/customers";
import { depositAccount } from "./parties";
import { emit } from "./world";
import type { World } from "./world";

/** The currency of `amountToSend` is that of the inviter's primary account. */
interface NewInvitation extends Omit<UmaInvitationCreateParams, "expiresAt"> {
  /** In milliseconds since 1970-01-01 UTC. */
  expiresAt?: number;
}

/** Invites somebody in the name of a customer. The platform pays `amountToSend` after the claim: no money moves here. */
export function addInvitation(world: World, invitation: NewInvitation) {
  const { inviterUma, firstName, amountToSend, expiresAt: expiresAtMs } = invitation;
  const inviter = customerWithUmaAddress(world, inviterUma);
  requireParty(inviter, "inviterUma", "INVALID_UMA_ADDRESS");
  const currency = inviter && depositAccount(world, inviter.id)?.currency;
  if (currency === undefined) {
    throw invalidField("inviterUma", "the UMA address of a customer", "INVALID_UMA_ADDRESS");
  }
  if (expiresAtMs !== undefined && expiresAtMs <= world.clock.now()) {
    throw invalidField("expiresAt", "a time in the future");
  }
  const record: InvitationRecord = {
    id: world.random.text(8).toUpperCase(),
    inviterUma,
    status: "PENDING",
    createdAt: world.clock.iso(),
    ...present({
      firstName,
      amountToSend: amountToSend === undefined ? undefined : { amount: amountToSend, currency },
      expiresAt: expiresAtMs === undefined ? undefined : world.clock.iso(expiresAtMs),
    }),
  };
  world.invitations.add(record);
  return invitationView(world, record);
}

export function claimInvitation(world: World, code: string, inviteeUma: string) {
  const invitation = openInvitation(world, code);
  if (umaKey(inviteeUma) === umaKey(invitation.inviterUma))
    throw invalidField("inviteeUma", "another person than the inviter");
  invitation.status = "CLAIMED";
  invitation.inviteeUma = inviteeUma;
  invitation.claimedAt = world.clock.iso();
  const view = invitationView(world, invitation);
  emit(world, "INVITATION.CLAIMED", () => view);
  return view;
}

export function cancelInvitation(world: World, code: string) {
  const invitation = openInvitation(world, code);
  invitation.status = "CANCELLED";
  return invitationView(world, invitation);
}

/** The invitation as responses and events show it (contract, UmaInvitation). */
export function invitationView(world: World, { id: code, ...invitation }: InvitationRecord) {
  const { amountToSend } = invitation;
  return present({
    code,
    ...invitation,
    url: `https://${world.options.umaDomain}/invitations/${code}`,
    status: isExpired(world, invitation) ? "EXPIRED" : invitation.status,
    amountToSend: amountToSend && amountView(amountToSend),
  });
}

const isExpired = ({ clock }: World, { status, expiresAt }: Omit<InvitationRecord, "id">): boolean =>
  status === "PENDING" && expiresAt !== undefined && Date.parse(expiresAt) <= clock.now();

function openInvitation(world: World, code: string): InvitationRecord {
  const invitation = world.invitations.get(code);
  const { status } = invitation;
  if (status === "CLAIMED")
    throw badRequest("INVITATION_ALREADY_CLAIMED", "The invitation was already claimed");
  if (status === "CANCELLED") throw badRequest("INVITATION_CANCELLED", "The invitation was cancelled");
  if (isExpired(world, invitation)) throw badRequest("EXPIRED", "The invitation has expired");
  return invitation;
}
