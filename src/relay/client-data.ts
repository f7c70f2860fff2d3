import { bytesOfBase64url } from "../core/base64";
import type { RelaySettings } from "./options";

/** The client data that a browser signs in a passkey call. Empty if unreadable. */
function clientDataOf(clientDataJson: string): Record<string, unknown> {
  try {
    const bytes = bytesOfBase64url(clientDataJson);
    const data: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return { ...(data as object | null) };
  } catch {
    return {};
  }
}

/**
 * Whether a browser made its passkey for this challenge, on one of these pages. See WebAuthn Level 3, section 7.1, steps 7 to 9.
 *
 * @param clientDataJson base64url
 */
export function isRegistrationFor(
  clientDataJson: string,
  expected: string,
  { origins }: Pick<RelaySettings, "origins">,
): boolean {
  const { type, challenge, origin } = clientDataOf(clientDataJson);
  return (
    type === "webauthn.create" && challenge === expected && typeof origin === "string" && origins.has(origin)
  );
}

/**
 * Whether a passkey was created or used in the frame of a page that is not allowed. If the browser does not name the top page of
 * a cross-origin frame, the frame is not allowed. See WebAuthn Level 3, section 7.1, steps 10 and 11, and section 7.2, steps 13
 * and 14.
 *
 * @param clientDataJson base64url
 */
export function isFramedByStranger(
  clientDataJson: string,
  { topOrigins }: Pick<RelaySettings, "topOrigins">,
): boolean {
  const { crossOrigin = false, topOrigin } = clientDataOf(clientDataJson);
  if (topOrigin === undefined) return crossOrigin !== false;
  return typeof crossOrigin !== "boolean" || typeof topOrigin !== "string" || !topOrigins.has(topOrigin);
}
