import { base64urlnopad } from "@scure/base";
import type { RelaySettings } from "./options";

/** The client data that a browser signs in a passkey call. `undefined` if unreadable. */
function clientDataOf(clientDataJson: string): Record<string, unknown> | undefined {
  try {
    const bytes = base64urlnopad.decode(clientDataJson);
    const data: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof data === "object" && data !== null ? { ...data } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the page was the top page, or in an allowed page's frame. If the browser does not name the top page of a
 * cross-origin frame, the frame is not allowed.
 */
function isFrameAllowed(
  { crossOrigin = false, topOrigin }: Record<string, unknown>,
  topOrigins: ReadonlySet<string>,
): boolean {
  if (topOrigin === undefined) return crossOrigin === false;
  return typeof crossOrigin === "boolean" && typeof topOrigin === "string" && topOrigins.has(topOrigin);
}

/**
 * Whether a browser made its passkey for this challenge, on one of these pages. See WebAuthn Level 3, section 7.1, steps 7 to 9.
 *
 * @param clientDataJson base64url
 */
export function isRegistrationFor(
  clientDataJson: string,
  challenge: string,
  { origins }: Pick<RelaySettings, "origins">,
): boolean {
  const data = clientDataOf(clientDataJson);
  return (
    data !== undefined &&
    data["type"] === "webauthn.create" &&
    data["challenge"] === challenge &&
    typeof data["origin"] === "string" &&
    origins.has(data["origin"])
  );
}

/**
 * Whether a passkey was created or used in the frame of a page that is not allowed. See WebAuthn Level 3, section 7.1, steps 10
 * and 11, and section 7.2, steps 13 and 14.
 *
 * @param clientDataJson base64url
 */
export function isFramedByStranger(
  clientDataJson: string,
  { topOrigins }: Pick<RelaySettings, "topOrigins">,
): boolean {
  const data = clientDataOf(clientDataJson);
  return data !== undefined && !isFrameAllowed(data, topOrigins);
}
