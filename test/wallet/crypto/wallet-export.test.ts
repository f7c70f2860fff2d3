import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ConfigurationError } from "payments-sdk";
import {
  ClientKeyPair,
  DecryptionError,
  InvalidKeyError,
  MalformedBundleError,
  openWalletExport,
  SignatureVerificationError,
} from "payments-sdk/wallet";
import type { WalletExportOptions } from "payments-sdk/wallet";
import { nodePrivateKey, nodeSign, publicKeyOf, randomScalarHex, walletExport } from "./node-reference";
import type { ExportParts } from "./node-reference";
import { expectHidden, isAllZero, refusal, watchDecryption } from "./support";
import { exportVectors } from "./vectors";
import type { ExportVector } from "./vectors";
import { runs } from "../../support/runs";

const accepted = exportVectors.filter(({ expected }) => expected.ok);
const rejected = exportVectors.filter(({ expected }) => !expected.ok);

function optionsOf(vector: ExportVector): WalletExportOptions {
  return {
    environment: vector.environment === "sandbox" ? "sandbox" : "production",
    trustedIssuerKeys: vector.trustedIssuerPublicKey === null ? undefined : [vector.trustedIssuerPublicKey],
    organizationId: vector.expectedOrganizationId ?? undefined,
  };
}

/** The name of the failed check, as the vectors name it. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof SignatureVerificationError) return error.check;
  if (error instanceof MalformedBundleError) {
    expect(error).toMatchObject({ code: "MALFORMED_BUNDLE", bundle: "wallet export" });
    return error.layer;
  }
  return error instanceof DecryptionError ? "open" : undefined;
}

describe("openWalletExport with the published vectors", () => {
  it("has vectors", () => {
    expect([accepted.length, rejected.length]).toEqual([6, 25]);
  });

  it.each(accepted)("opens $id: $note [WEX-05] [WEX-06] [WEX-07] [CRY-13]", async (vector) => {
    const keyPair = await ClientKeyPair.fromPrivateKey(vector.clientPrivateKey);
    expect(keyPair.publicKey).toBe(vector.clientPublicKey);
    const mnemonic = await openWalletExport(vector.encryptedWalletCredentials, keyPair, optionsOf(vector));
    expect(mnemonic).toBe(vector.expected.mnemonic);
    expect(Buffer.from(mnemonic, "utf8").toString("hex")).toBe(vector.expected.plaintextHex);
  });

  it.each(rejected)("rejects $id: $note [WEX-05] [WEX-06] [WEX-07] [CRY-14]", async (vector) => {
    const plaintexts = watchDecryption();
    const keyPair = await ClientKeyPair.fromPrivateKey(vector.clientPrivateKey);
    const error = await refusal(
      openWalletExport(vector.encryptedWalletCredentials, keyPair, optionsOf(vector)),
    );
    expect(reasonOf(error)).toBe(vector.expected.reason);
    expect(error.cause).toBeUndefined();
    expectHidden(error, vector.clientPrivateKey);
    expect(plaintexts).toEqual([]);
  });

  it.each(accepted.filter(({ environment }) => environment === "sandbox"))(
    "rejects the unsigned $id outside the sandbox [WEX-06]",
    async (vector) => {
      const keyPair = await ClientKeyPair.fromPrivateKey(vector.clientPrivateKey);
      const error = await refusal(
        openWalletExport(vector.encryptedWalletCredentials, keyPair, {
          environment: "production",
          allowUnpinnedIssuer: true,
        }),
      );
      expect(reasonOf(error)).toBe("issuer");
    },
  );
});

describe("openWalletExport", () => {
  const mnemonic = "legal winner thank year wave sausage worth useful legal winner thank yellow";
  const clientPrivateKey = randomScalarHex();
  const issuerPrivateKey = randomScalarHex();
  const issuerKey = publicKeyOf(issuerPrivateKey, "uncompressed");
  const otherIssuerKey = publicKeyOf(randomScalarHex(), "uncompressed");
  const pinned: WalletExportOptions = {
    environment: "production",
    trustedIssuerKeys: [otherIssuerKey, issuerKey],
  };

  const make = (parts: Partial<ExportParts> = {}): string =>
    walletExport({
      clientPublicKey: publicKeyOf(clientPrivateKey, "uncompressed"),
      organizationId: "organization-1",
      issuerPrivateKey,
      plaintext: Buffer.from(mnemonic, "utf8"),
      ...parts,
    });
  const change = (text: string, fields: Record<string, unknown>): string =>
    JSON.stringify({ ...JSON.parse(text), ...fields });
  const open = async (text: string, options: WalletExportOptions = pinned): Promise<string> =>
    openWalletExport(text, await ClientKeyPair.fromPrivateKey(clientPrivateKey), options);

  it("opens exports of an independent implementation, with one of several trusted issuers [WEX-05] [WEX-07]", async () => {
    expect(await open(make())).toBe(mnemonic);
  });

  it("does not decrypt if the signature is invalid [WEX-07]", async () => {
    const decrypt = vi.spyOn(crypto.subtle, "decrypt");
    const deriveBits = vi.spyOn(crypto.subtle, "deriveBits");
    const keyPair = await ClientKeyPair.fromPrivateKey(clientPrivateKey);
    const text = make();
    const other = nodeSign(nodePrivateKey(issuerPrivateKey), "something else").toString("hex");
    await expect(
      openWalletExport(change(text, { dataSignature: other }), keyPair, pinned),
    ).rejects.toBeInstanceOf(SignatureVerificationError);
    expect(decrypt).not.toHaveBeenCalled();
    expect(deriveBits).not.toHaveBeenCalled();

    // The same spies see the decryption of the good one, and the key pair is still good for it.
    expect(await openWalletExport(text, keyPair, pinned)).toBe(mnemonic);
    expect(decrypt).toHaveBeenCalledTimes(1);
    expect(deriveBits).toHaveBeenCalled();
    await expect(openWalletExport(text, keyPair, pinned)).rejects.toBeInstanceOf(InvalidKeyError);
  });

  it("requires trusted issuers in production [WEX-07]", async () => {
    for (const trustedIssuerKeys of [undefined, []]) {
      const error = await refusal(open(make(), { environment: "production", trustedIssuerKeys }));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toContain("trustedIssuerKeys");
    }
  });

  it("accepts any issuer if that is allowed, but not against a list of trusted ones [WEX-07]", async () => {
    const unpinned: WalletExportOptions = { environment: "production", allowUnpinnedIssuer: true };
    expect(await open(make(), unpinned)).toBe(mnemonic);
    expect(await open(make(), { ...unpinned, trustedIssuerKeys: [] })).toBe(mnemonic);
    const error = await refusal(open(make(), { ...unpinned, trustedIssuerKeys: [otherIssuerKey] }));
    expect(reasonOf(error)).toBe("issuer");
  });

  it("reads hexadecimal in upper and lower case, also of the issuer key [WEX-05]", async () => {
    const upper = JSON.parse(make()) as Record<string, string>; // what `make` wrote
    const text = change(make(), {
      data: upper.data?.toUpperCase(),
      dataSignature: upper.dataSignature?.toUpperCase(),
      enclaveQuorumPublic: issuerKey.toUpperCase(),
    });
    expect(await open(text)).toBe(mnemonic);
    expect(await open(make(), { ...pinned, trustedIssuerKeys: [issuerKey.toUpperCase()] })).toBe(mnemonic);
  });

  it("verifies a signature in the sandbox too, if it has one [WEX-06]", async () => {
    const sandbox: WalletExportOptions = { environment: "sandbox" };
    const text = make();
    expect(await open(text, sandbox)).toBe(mnemonic);
    expect(await open(make({ issuerPrivateKey: undefined }), sandbox)).toBe(mnemonic);
    const forged = nodeSign(nodePrivateKey(issuerPrivateKey), "something else").toString("hex");
    const refused: [Record<string, unknown>, string][] = [
      [{ dataSignature: forged }, "signature"],
      [{ dataSignature: "" }, "signature"],
      [{ enclaveQuorumPublic: "" }, "issuer"],
    ];
    for (const [fields, reason] of refused) {
      expect(reasonOf(await refusal(open(change(text, fields), sandbox)))).toBe(reason);
    }
    const error = await refusal(open(text, { ...sandbox, trustedIssuerKeys: [otherIssuerKey] }));
    expect(reasonOf(error)).toBe("issuer");
  });

  it("compares the organization exactly, if you pass one [WEX-05]", async () => {
    expect(await open(make(), { ...pinned, organizationId: "organization-1" })).toBe(mnemonic);
    for (const organizationId of ["organization-2", "Organization-1", "organization-1 ", ""]) {
      expect(reasonOf(await refusal(open(make(), { ...pinned, organizationId })))).toBe("organization");
    }
  });

  it.each([
    ["organization", { organizationId: "" }],
    ["organization", { organizationId: null }],
    ["point", { encappedPublic: publicKeyOf(randomScalarHex(), "compressed") }],
    ["point", { encappedPublic: "" }],
    ["point", { encappedPublic: 4 }],
    ["point", { encappedPublic: `04${"00".repeat(64)}` }],
    ["point", { encappedPublic: `04${"ff".repeat(64)}` }],
    ["ciphertext", { ciphertext: "" }],
    ["ciphertext", { ciphertext: "00".repeat(15) }],
    ["ciphertext", { ciphertext: "zz".repeat(40) }],
    ["ciphertext", { ciphertext: undefined }],
    ["open", { ciphertext: "00".repeat(16) }],
    ["open", { encappedPublic: publicKeyOf(randomScalarHex(), "uncompressed") }],
  ])("names the layer `%s` for signed data with %o [WEX-05] [CRY-14]", async (reason, fields) => {
    const text = make({ alterData: (sealed) => ({ ...sealed, ...fields }) });
    expect(reasonOf(await refusal(open(text)))).toBe(reason);
  });

  it.each(["[]", "null", "5", '"text"'])("rejects signed data that is the JSON %s [WEX-05]", async (json) => {
    const text = make({ alterData: () => JSON.parse(json) as unknown });
    expect(reasonOf(await refusal(open(text)))).toBe("data");
  });

  it.each([
    ["empty", ""],
    ["an odd number of digits", "7b7"],
    ["no hexadecimal", "{}"],
  ])("rejects `data` that is %s before it checks the signature [WEX-05] [CRY-14]", async (_, data) => {
    expect(reasonOf(await refusal(open(change(make(), { data }))))).toBe("data");
  });

  it.each(["version", "data", "dataSignature", "enclaveQuorumPublic"])(
    "rejects an envelope with a missing or non-string `%s` [WEX-05] [CRY-14]",
    async (field) => {
      for (const value of [undefined, null, 1, {}, ["00"]]) {
        expect(reasonOf(await refusal(open(change(make(), { [field]: value }))))).toBe("envelope");
      }
    },
  );

  it.each([
    ["nothing", ""],
    ["bytes that are no UTF-8", "fffe80"],
  ])("rejects a plaintext of %s without showing it [CRY-13] [CRY-14]", async (_, plaintextHex) => {
    const error = await refusal(open(make({ plaintext: Buffer.from(plaintextHex, "hex") })));
    expect(reasonOf(error)).toBe("mnemonic");
    if (plaintextHex !== "") expectHidden(error, plaintextHex);
  });

  it("keeps every character of the text, including a byte order mark and non-ASCII words [CRY-13]", async () => {
    for (const words of ["\ufeffあいこくしん\u3000あいさつ", "été", " spaces  kept\n"]) {
      expect(await open(make({ plaintext: Buffer.from(words, "utf8") }))).toBe(words);
    }
  });

  it("wipes every decrypted value [CRY-13]", async () => {
    const plaintexts = watchDecryption();
    await open(make());
    await refusal(open(make({ plaintext: Buffer.from("fffe80", "hex") })));
    expect(plaintexts.map((plaintext) => plaintext.byteLength)).toEqual([mnemonic.length, 3]);
    expect(plaintexts.every(isAllZero)).toBe(true);
  });

  it("rejects every signed export with one character changed, added or dropped [WEX-07] [CRY-14]", async () => {
    const text = make();
    const edit = fc.tuple(
      fc.nat(text.length - 1),
      fc.constantFrom(...'09afz{}[]:," \\', ""),
      fc.constantFrom(0, 1),
    );
    await fc.assert(
      fc.asyncProperty(edit, async ([at, character, dropped]) => {
        const changed = text.slice(0, at) + character + text.slice(at + dropped);
        const outcome = await open(changed).catch(reasonOf);
        // White space between fields and a changed version text mean the same; everything else is refused by name.
        expect([mnemonic, "envelope", "issuer", "data", "signature"]).toContain(outcome);
        if (outcome === mnemonic)
          expect({ ...JSON.parse(changed), version: 0 }).toEqual({ ...JSON.parse(text), version: 0 });
      }),
      { numRuns: runs(20) },
    );
  });

  it("never returns another text for an unsigned export with one bit changed [WEX-06] [CRY-14]", async () => {
    const text = make({ issuerPrivateKey: undefined });
    const data = Buffer.from(String((JSON.parse(text) as { data: string }).data), "hex"); // what `make` wrote
    await fc.assert(
      fc.asyncProperty(fc.nat(data.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(data);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const outcome = await open(change(text, { data: changed.toString("hex") }), {
          environment: "sandbox",
        }).catch(reasonOf);
        // A changed organization identifier is not noticed where none is expected, nor is a digit in the other case.
        expect([mnemonic, "data", "organization", "point", "ciphertext", "open"]).toContain(outcome);
      }),
      { numRuns: runs(20) },
    );
  });

  it("rejects any JSON or text that is not an export [CRY-14]", async () => {
    const texts = fc.oneof(
      fc.json(),
      fc.string({ unit: "binary" }),
      fc
        .record({
          version: fc.string(),
          data: fc.string(),
          dataSignature: fc.string(),
          enclaveQuorumPublic: fc.string(),
        })
        .map((fields) => JSON.stringify(fields)),
    );
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.constantFrom<"production" | "sandbox">("production", "sandbox"),
        async (text, environment) => {
          await refusal(open(text, { ...pinned, environment }));
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it("shows nothing of the export in an error [AUT-08]", async () => {
    const text = make();
    const { data, dataSignature } = JSON.parse(text) as Record<string, string>; // what `make` wrote
    const errors = await Promise.all([
      refusal(open(text.slice(1))),
      refusal(open(change(text, { dataSignature: "00" }))),
      refusal(open(text, { ...pinned, organizationId: "another" })),
      refusal(openWalletExport(text, await ClientKeyPair.fromPrivateKey(randomScalarHex()), pinned)),
    ]);
    for (const error of errors) expectHidden(error, String(data), String(dataSignature), clientPrivateKey);
  });
});
