import type { VirtualClock } from "../runtime/clock";
import type { EventLog } from "../runtime/events";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import { currencyObject } from "./currencies";
import type { Customers } from "./customers";
import { badRequest, invalidField } from "./problem";
import { Store } from "./store";
import type { UmaDirectory } from "./uma";

export interface InvitationRecord {
  code: string;
  inviterUma: string;
  inviteeUma?: string;
  /** EXPIRED follows from the clock. */
  status: "PENDING" | "CLAIMED" | "CANCELLED";
  firstName?: string;
  amountToSend?: { amount: number; currency: string };
  createdAt: string;
  claimedAt?: string;
  expiresAt?: string;
}

export interface NewInvitation {
  inviterUma: string;
  firstName: string | undefined;
  /** In the smallest unit of the currency of the inviter's primary account. */
  amountToSend: number | undefined;
  expiresAtMs: number | undefined;
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  customers: Customers;
  uma: UmaDirectory;
  options: Pick<ResolvedOptions, "invitations" | "umaDomain">;
}

/** Invitations of customers to people who have no UMA address yet. */
export class Invitations extends Store<InvitationRecord> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #events: EventLog;
  readonly #customers: Customers;
  readonly #uma: UmaDirectory;
  readonly #options: Collaborators["options"];

  constructor({ state, clock, random, events, customers, uma, options }: Collaborators) {
    super("Invitation", state);
    this.#clock = clock;
    this.#random = random;
    this.#events = events;
    this.#customers = customers;
    this.#uma = uma;
    this.#options = options;
  }

  /**
   * Invites somebody in the name of a customer. `amountToSend` is a promise to the invitee: the platform pays it when it learns
   * of the claim, no money moves here.
   *
   * @throws {Problem} when the request is refused: 400 when there are no invitations, the inviter is nobody's, or the end has
   * passed.
   */
  create({ inviterUma, firstName, amountToSend, expiresAtMs }: NewInvitation): InvitationRecord {
    if (!this.#options.invitations) {
      throw badRequest("INVITATIONS_NOT_CONFIGURED", "Invitations are not configured for the platform");
    }
    const inviter = this.#customers.withUmaAddress(inviterUma);
    const currency = inviter && this.#uma.depositAccount(inviter.id)?.currency;
    if (currency === undefined) {
      throw invalidField("inviterUma", "the UMA address of a customer", "INVALID_UMA_ADDRESS");
    }
    if (expiresAtMs !== undefined && expiresAtMs <= this.#clock.now()) {
      throw invalidField("expiresAt", "a time in the future");
    }
    const invitation: InvitationRecord = {
      code: this.#freshCode(),
      inviterUma,
      status: "PENDING",
      createdAt: this.#clock.iso(),
      ...present({
        firstName,
        amountToSend: amountToSend === undefined ? undefined : { amount: amountToSend, currency },
        expiresAt: expiresAtMs === undefined ? undefined : this.#clock.iso(expiresAtMs),
      }),
    };
    this.set(invitation.code, invitation);
    return invitation;
  }

  /** @throws {Problem} when the request is refused: 400 when it is not open any more, or the inviter claims it. */
  claim(invitation: InvitationRecord, inviteeUma: string): void {
    this.#requireOpen(invitation);
    if (inviteeUma === invitation.inviterUma)
      throw invalidField("inviteeUma", "somebody else than the inviter");
    invitation.status = "CLAIMED";
    invitation.inviteeUma = inviteeUma;
    invitation.claimedAt = this.#clock.iso();
    this.#events.emit("INVITATION.CLAIMED", this.view(invitation));
  }

  /** @throws {Problem} when the request is refused: 400 when it is not open any more. */
  cancel(invitation: InvitationRecord): void {
    this.#requireOpen(invitation);
    invitation.status = "CANCELLED";
  }

  /** The invitation as responses and events show it (contract, UmaInvitation). */
  view(invitation: InvitationRecord) {
    const { code, amountToSend } = invitation;
    return present({
      ...invitation,
      url: `https://${this.#options.umaDomain}/invitations/${code}`,
      status: this.#isExpired(invitation) ? "EXPIRED" : invitation.status,
      amountToSend: amountToSend && {
        amount: amountToSend.amount,
        currency: currencyObject(amountToSend.currency),
      },
    });
  }

  #isExpired({ status, expiresAt }: InvitationRecord): boolean {
    return status === "PENDING" && expiresAt !== undefined && Date.parse(expiresAt) <= this.#clock.now();
  }

  #requireOpen(invitation: InvitationRecord): void {
    const { status } = invitation;
    if (status === "CLAIMED")
      throw badRequest("INVITATION_ALREADY_CLAIMED", "The invitation is claimed already");
    if (status === "CANCELLED") throw badRequest("INVITATION_CANCELLED", "The invitation was cancelled");
    if (this.#isExpired(invitation)) throw badRequest("EXPIRED", "The invitation has expired");
  }

  #freshCode(): string {
    for (;;) {
      const code = this.#random.text(8).toUpperCase();
      if (!this.has(code)) return code;
    }
  }
}
