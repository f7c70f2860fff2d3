import type { RequestOptions } from "../core/types";
import { umaInvitationSchema } from "../models/invitation";
import type {
  UmaInvitation,
  UmaInvitationClaimParams,
  UmaInvitationCreateParams,
} from "../models/invitation";
import { INVITATIONS } from "../operations/platform";
import { Resource } from "./resource";

/** Invitations from customers to people without a UMA address. */
export class Invitations extends Resource {
  /**
   * Invites a person on behalf of a customer. `url` is the page where the person claims the invitation.
   *
   * Not idempotent: a repeated call creates a second invitation.
   *
   * @throws {InvalidRequestError} when `amountToSend` is not a safe integer of 0 or more
   * @throws {BadRequestError} when a field is malformed, or no customer has the inviter's address
   *
   * @example
   * ```ts
   * const { url } = await payments.invitations.create({ inviterUma: "$ada@example.com", firstName: "Bob" });
   * ```
   * @see POST /invitations
   */
  async create(params: UmaInvitationCreateParams, options?: RequestOptions): Promise<UmaInvitation> {
    return this.call(INVITATIONS.create, umaInvitationSchema, { params, options });
  }

  /**
   * Reads an invitation.
   *
   * @throws {NotFoundError} when the invitation does not exist
   *
   * @example
   * ```ts
   * const { status } = await payments.invitations.retrieve(invitation.code);
   * ```
   * @see GET /invitations/{invitationCode}
   */
  async retrieve(invitationCode: string, options?: RequestOptions): Promise<UmaInvitation> {
    return this.call(INVITATIONS.retrieve, umaInvitationSchema, { id: invitationCode, options });
  }

  /**
   * Claims an invitation for a customer's UMA address. The inviter's platform receives the event
   * `INVITATION.CLAIMED`.
   *
   * @throws {BadRequestError} when the invitation was claimed or cancelled, or has expired
   * @throws {NotFoundError} when the invitation does not exist
   *
   * @example
   * ```ts
   * await payments.invitations.claim(invitation.code, { inviteeUma: "$bob@example.com" });
   * ```
   * @see POST /invitations/{invitationCode}/claim
   */
  async claim(
    invitationCode: string,
    params: UmaInvitationClaimParams,
    options?: RequestOptions,
  ): Promise<UmaInvitation> {
    return this.call(INVITATIONS.claim, umaInvitationSchema, { id: invitationCode, params, options });
  }

  /**
   * Cancels an unclaimed invitation.
   *
   * @throws {BadRequestError} when the invitation was claimed or cancelled, or has expired
   * @throws {PermissionDeniedError} when another platform made the invitation
   * @throws {NotFoundError} when the invitation does not exist
   *
   * @example
   * ```ts
   * await payments.invitations.cancel(invitation.code);
   * ```
   * @see POST /invitations/{invitationCode}/cancel
   */
  async cancel(invitationCode: string, options?: RequestOptions): Promise<UmaInvitation> {
    return this.call(INVITATIONS.cancel, umaInvitationSchema, { id: invitationCode, options });
  }
}
