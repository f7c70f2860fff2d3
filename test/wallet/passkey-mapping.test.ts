import { toAssertion, toAttestation } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";

const bytes = (text: string) => new TextEncoder().encode(text);
/** As browsers give values: a buffer of its own. */
const buffer = (text: string) => bytes(text).slice().buffer;
const clientData = '{"type":"webauthn.create","challenge":"c",  "origin":"https://wållet.example"}';

describe("toAttestation", () => {
  const expected = {
    credentialId: "-_8",
    clientDataJson: Buffer.from(clientData).toString("base64url"),
    attestationObject: "YXR0",
    transports: ["internal", "hybrid"],
  };

  it("maps a PublicKeyCredential of the browser, byte for byte [CRD-28]", () => {
    const credential = {
      id: "ignored",
      type: "public-key",
      rawId: Uint8Array.of(0xfb, 0xff).buffer,
      response: {
        clientDataJSON: buffer(clientData),
        attestationObject: buffer("att"),
        getTransports: () => ["internal", "hybrid"],
      },
    };
    expect(toAttestation(credential)).toEqual(expected);
  });

  it("maps the JSON form [CRD-28]", () => {
    const credential = {
      id: "-_8",
      rawId: "-_8",
      response: {
        clientDataJSON: expected.clientDataJson,
        attestationObject: "YXR0",
        authenticatorData: "not part of the body",
        transports: ["internal", "hybrid"],
      },
    };
    expect(toAttestation(credential)).toEqual(expected);
  });

  it("omits transports if the browser does not report them", () => {
    const { transports: _, ...rest } = expected;
    const response = { clientDataJSON: buffer(clientData), attestationObject: buffer("att") };
    expect(toAttestation({ rawId: Uint8Array.of(0xfb, 0xff), response })).toEqual(rest);
  });

  it("reads only the part of a buffer that a view covers", () => {
    const whole = Uint8Array.of(1, 0xfb, 0xff, 2);
    const response = { clientDataJSON: buffer("{}"), attestationObject: buffer("att") };
    expect(toAttestation({ rawId: whole.subarray(1, 3), response }).credentialId).toBe("-_8");
  });
});

describe("toAssertion", () => {
  const response = {
    clientDataJSON: buffer(clientData),
    authenticatorData: buffer("data"),
    signature: buffer("sig"),
  };
  const expected = {
    credentialId: "aWQ",
    clientDataJson: Buffer.from(clientData).toString("base64url"),
    authenticatorData: "ZGF0YQ",
    signature: "c2ln",
  };

  it("maps a PublicKeyCredential of the browser [CRD-29]", () => {
    expect(
      toAssertion({ rawId: buffer("id"), response: { ...response, userHandle: buffer("user") } }),
    ).toEqual({
      ...expected,
      userHandle: "dXNlcg",
    });
  });

  it.each([null, undefined])("omits a userHandle that is %s [CRD-29, CRD-20]", (userHandle) => {
    const assertion = toAssertion({ rawId: buffer("id"), response: { ...response, userHandle } });
    expect(assertion).toEqual(expected);
    expect(assertion).not.toHaveProperty("userHandle");
  });

  it("maps the JSON form [CRD-29]", () => {
    const json = { ...expected, clientDataJSON: expected.clientDataJson, userHandle: "dXNlcg" };
    expect(toAssertion({ rawId: "aWQ", response: json })).toEqual({ ...expected, userHandle: "dXNlcg" });
  });
});
