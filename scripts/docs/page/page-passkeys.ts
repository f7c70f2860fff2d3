/** The fields of a credential's response that the service needs. */
const FIELDS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];

/** Asks the person for a passkey of this site. The browser shows its dialog. */
export async function askForPasskey(kind: "create" | "get", options: unknown): Promise<unknown> {
  const publicKey = options as PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;
  const made = (await navigator.credentials[kind]({ publicKey })) as PublicKeyCredential;
  const { response } = made;
  return {
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
}
