import { describe, expect, it } from "vitest";
import { aesGcmSeal, setupSender } from "./node-reference";

/** RFC 9180, appendix A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode. */
const rfc = {
  info: "4f6465206f6e2061204772656369616e2055726e",
  skEm: "4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb",
  pkRm: "04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0",
  enc: "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4",
  sharedSecret: "c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8",
  key: "868c066ef58aae6dc589b6cfdd18f97e",
  nonce: "4e0bc5018beba4bf004cca59",
  plaintext: "4265617574792069732074727574682c20747275746820626561757479",
  aad: "436f756e742d30",
  ciphertext: "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434",
};

describe("the reference that the HPKE tests use", () => {
  it("produces the values of RFC 9180, appendix A.3.1 [CRY-05]", () => {
    const bytes = (hex: string) => Buffer.from(hex, "hex");
    const schedule = setupSender(rfc.skEm, rfc.pkRm, bytes(rfc.info), 1);
    expect(schedule.encapsulatedKey.toString("hex")).toBe(rfc.enc);
    expect(schedule.sharedSecret.toString("hex")).toBe(rfc.sharedSecret);
    expect(schedule.key.toString("hex")).toBe(rfc.key);
    expect(schedule.nonce.toString("hex")).toBe(rfc.nonce);
    expect(aesGcmSeal(schedule, bytes(rfc.plaintext), bytes(rfc.aad)).toString("hex")).toBe(rfc.ciphertext);
  });
});
