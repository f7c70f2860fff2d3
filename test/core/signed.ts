import type { AuthMethod, CredentialCreateParams, Signer } from "payments-sdk";
import { json, networkError, refusal } from "./client";

/** One response of a script. */
export type Step = () => Response | Promise<Response>;

let challenges = 0;

/** A new challenge, valid for five minutes. Pass fields to replace its own. */
export const challenge = (fields: Record<string, unknown> = {}) =>
  json(
    {
      payloadToSign: "{}",
      requestId: `req-${(challenges += 1)}`,
      expiresAt: new Date(Date.now() + 300_000).toISOString(),
      ...fields,
    },
    202,
  );

export const lost: Step = () => Promise.reject(networkError("ECONNRESET"));
export const noContent: Step = () => new Response(null, { status: 204 });
export const unauthorized: Step = () => refusal(401, "UNAUTHORIZED");
export const notFound: Step = () => refusal(404, "NOT_FOUND");

export const signer: Signer = { stamp: () => "stamp" };

/** Parameters of POST /auth/credentials. */
export const email: CredentialCreateParams = { type: "EMAIL_OTP", accountId: "InternalAccount:1" };

/** The credential that `email` creates. */
export const emailCredential = (createdAt: string): AuthMethod => ({
  id: "AuthMethod:1",
  accountId: "InternalAccount:1",
  type: "EMAIL_OTP",
  nickname: "ada@example.com",
  createdAt,
  updatedAt: createdAt,
});
