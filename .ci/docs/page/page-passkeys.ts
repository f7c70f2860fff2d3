import type { Order, Report } from "./messages";

/** The fields of a credential's response that the service needs. */
const FIELDS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

/** Asks the person for a passkey of this site. The browser shows its dialog. */
export async function askForPasskey({
  id,
  kind,
  options,
}: Extract<Report, { type: "passkey" }>): Promise<Order> {
  try {
    const publicKey = options as PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;
    const made = (await navigator.credentials[kind]({ publicKey })) as PublicKeyCredential;
    const { response } = made;
    const result = {
      id: made.id,
      rawId: made.rawId,
      type: made.type,
      authenticatorAttachment: made.authenticatorAttachment,
      extensions: made.getClientExtensionResults(),
      response: {
        ...Object.fromEntries(FIELDS.map((name) => [name, Reflect.get(response, name) as unknown])),
        transports:
          "getTransports" in response ? (response as AuthenticatorAttestationResponse).getTransports() : [],
      },
    };
    return { type: "passkey", id, result };
  } catch (error) {
    return { type: "passkey", id, error: error instanceof Error ? error.message : String(error) };
  }
}
