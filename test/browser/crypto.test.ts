import { verifyStamp } from "payments-sdk/wallet";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { bundlePage } from "../support/site";
import type { Site } from "../support/site";
import { compressKey } from "../support/node-wallet";
import {
  acceptedCodes,
  exportVectors,
  openCode,
  rejectedCodes,
  sessionVectors,
  stampVectors,
  unusableSessionKeys,
} from "../wallet/crypto/vectors";
import type { CodeVector } from "../wallet/crypto/vectors";
import type { CryptoProgram } from "./pages/crypto";

const browser = useBrowser();
let site: Site;
let tab: Tab;

beforeAll(async () => {
  site = await browser.serve({ files: await bundlePage("test/browser/pages/crypto.ts") });
});

beforeEach(async () => {
  tab = await browser.open(site.origin);
});

type Name = keyof CryptoProgram;

/** Calls the page once for each vector, in one go. */
function forEach<N extends Name>(name: N, vectors: readonly Parameters<CryptoProgram[N]>[0][]) {
  return tab.callEach<CryptoProgram, N>(name, vectors);
}

const byId = (vectors: readonly { id: string }[], outcomes: readonly unknown[]) =>
  Object.fromEntries(vectors.map(({ id }, index) => [id, outcomes[index]]));

const expectedOf = <Vector extends { id: string }>(
  vectors: readonly Vector[],
  expected: (vector: Vector) => string | undefined,
) => Object.fromEntries(vectors.map((vector) => [vector.id, expected(vector)]));

describe("the vectors in a browser", () => {
  it("open and reject session bundles [CRY-03, CRY-04, CRY-06, CRY-07, CRY-11]", async () => {
    const outcomes = await forEach("openBundle", sessionVectors);
    expect(byId(sessionVectors, outcomes)).toEqual(
      expectedOf(sessionVectors, ({ expected }) =>
        expected.ok ? expected.sessionPublicKey : `refused: ${String(expected.reason)}`,
      ),
    );
    expect(await tab.violations()).toEqual([]);
  });

  it("open and reject wallet exports [WEX-05, WEX-06, CRY-11, CRY-14]", async () => {
    const outcomes = await forEach("openExport", exportVectors);
    expect(byId(exportVectors, outcomes)).toEqual(
      expectedOf(exportVectors, ({ expected }) =>
        expected.ok ? expected.mnemonic : `refused: ${String(expected.reason)}`,
      ),
    );
    expect(await tab.violations()).toEqual([]);
  });

  it("seal one-time codes for the enclave, and reject the targets of others", async () => {
    const publicKey = sessionVectors[0]?.clientPublicKey ?? "";
    const given = (vector: CodeVector) => ({ code: "135246", publicKey: compressKey(publicKey), vector });
    const sealed = await forEach("sealCode", acceptedCodes.map(given));
    const opened = acceptedCodes.map(({ targetPrivateKey, otpEncryptionTargetBundle }, at) =>
      openCode(targetPrivateKey, sealed[at] ?? "", otpEncryptionTargetBundle),
    );
    expect(opened).toEqual(Array(12).fill({ otp_code: "135246", public_key: publicKey }));
    expect(await forEach("sealCode", rejectedCodes.map(given))).toEqual(
      rejectedCodes.map(({ note }) =>
        expect.stringMatching(
          /another key|not trusted|changed/.test(note)
            ? /^refused: (?:issuer|signature)$/
            : /^refused: (?:envelope|version|data|point)$/,
        ),
      ),
    );
    expect(await tab.violations()).toEqual([]);
  });

  it("create and verify stamps [CRY-08, CRY-09, CRY-11]", async () => {
    const usable = stampVectors.filter(({ expected }) => expected.verifies);
    await expectStamps(usable, await forEach("stamp", usable));
    expect(byId(stampVectors, await forEach("signerOf", stampVectors))).toEqual(
      expectedOf(stampVectors, ({ expected, sessionPublicKey }) =>
        expected.verifies ? sessionPublicKey : expect.stringMatching(/^refused: (?:stamp|signature)$/),
      ),
    );
    const keys = unusableSessionKeys.map(({ sessionPrivateKey }) => sessionPrivateKey);
    expect(await forEach("useKey", keys)).toEqual(keys.map(() => "refused: InvalidKeyError"));
    expect(await tab.violations()).toEqual([]);
  });
});

/** Each stamp holds by Node's reckoning and names its key. */
async function expectStamps(vectors: typeof stampVectors, stamps: readonly string[]): Promise<void> {
  const signers = await Promise.all(
    vectors.map(async ({ payload }, index) => (await verifyStamp(stamps[index] ?? "", payload)).publicKey),
  );
  expect(byId(vectors, signers)).toEqual(expectedOf(vectors, ({ sessionPublicKey }) => sessionPublicKey));
}

describe("a session key in a browser", () => {
  it("cannot be exported [SES-11]", async () => {
    const key = stampVectors[0]?.sessionPrivateKey ?? "";
    expect(await tab.call<CryptoProgram, "exportKey">("exportKey", key)).toEqual([
      "InvalidAccessError",
      "InvalidAccessError",
      "InvalidAccessError",
    ]);
  });

  it("signs without WebCrypto, but opens nothing and is not stored [CRY-11]", async () => {
    await tab.call<CryptoProgram, "removeWebCrypto">("removeWebCrypto");
    expect(await tab.call<CryptoProgram, "hasWebCrypto">("hasWebCrypto")).toBe(false);
    const usable = stampVectors.filter(({ expected }) => expected.verifies);
    await expectStamps(usable, await forEach("stamp", usable));
    expect(await tab.call<CryptoProgram, "generateKeyPair">("generateKeyPair")).toBe(
      "refused: CryptoUnavailableError",
    );
    const [bundle] = sessionVectors;
    if (bundle === undefined) throw new Error("no vectors");
    expect(await forEach("openBundle", [bundle])).toEqual(["refused: CryptoUnavailableError"]);
    const key = stampVectors[0]?.sessionPrivateKey ?? "";
    expect(await tab.call<CryptoProgram, "exportKey">("exportKey", key)).toEqual([
      "there is no key to store",
    ]);
  });
});
