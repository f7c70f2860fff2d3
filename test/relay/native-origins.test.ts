import { createWalletRelay } from "payments-sdk/relay";
import type { RelayOptions } from "payments-sdk/relay";
import { describe, expect, it } from "vitest";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { pageOrigin, Platform, refusedBeforeTheService } from "./support";

const androidApp = `android:apk-key-hash:${"A".repeat(42)}E`;
const nativeOrigins = [androidApp, "capacitor://localhost", "ionic://localhost", "acme-wallet://app.local"];

function preflight(platform: Platform, origin: string) {
  return platform.call("OPTIONS", "/auth/credentials", {
    headers: { origin, "access-control-request-method": "POST", "sec-fetch-site": "cross-site" },
  });
}

describe("native apps", () => {
  it.each([...nativeOrigins, "https://localhost", "http://localhost"])(
    "that are allowed can call from %s, which browsers treat as cross-site",
    async (origin) => {
      const platform = await Platform.create({
        nativeOrigins: [...nativeOrigins, "https://localhost", "http://localhost"],
      });
      const { ada } = platform;
      expect((await preflight(platform, origin)).headers.get("access-control-allow-origin")).toBe(origin);
      const response = await platform.call("POST", "/registration-challenge", {
        from: ada,
        body: { accountId: ada.accountId },
        headers: { origin, "sec-fetch-site": "cross-site" },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    },
  );

  it("can register passkeys", async () => {
    for (const origin of [androidApp, "capacitor://localhost"]) {
      const register = async (options: Partial<RelayOptions>) => {
        const platform = await Platform.create(
          options,
          {},
          {
            wallet: { webAuthn: { rpId: "wallet.example", origins: [pageOrigin, origin] } },
          },
        );
        const challenge = await platform.registrationChallenge(platform.ada);
        const { rawId, response } = new SoftwareAuthenticator({ origin, rpId: "wallet.example" }).create({
          challenge,
        });
        return platform.call("POST", "/auth/credentials", {
          from: platform.ada,
          body: {
            type: "PASSKEY",
            accountId: platform.ada.accountId,
            nickname: "Phone",
            challenge,
            attestation: {
              credentialId: rawId,
              clientDataJson: response.clientDataJSON,
              attestationObject: response.attestationObject,
            },
          },
        });
      };
      expect((await register({ nativeOrigins: [origin] })).status).toBe(201);
      expect(await register({})).toMatchObject({
        status: 400,
        body: { code: "INVALID_REGISTRATION_CHALLENGE" },
      });
    }
  });

  it.each([
    "capacitor://localhost.evil.example",
    "capacitor://evil",
    "CAPACITOR://LOCALHOST",
    "capacitor://localhost/",
    "android:apk-key-hash:",
    `${androidApp}A`,
    `android:apk-key-hash:${"A".repeat(42)}I`,
    "https://localhost",
    "null",
  ])("that are not allowed cannot call from %s", async (origin) => {
    const platform = await Platform.create({ nativeOrigins });
    const body = { type: "EMAIL_OTP", accountId: platform.ada.accountId };
    const response = await refusedBeforeTheService(platform, "POST", "/auth/credentials", {
      body,
      headers: { origin },
    });
    expect(response).toMatchObject({ status: 403, body: { code: "FOREIGN_ORIGIN" } });
    expect((await preflight(platform, origin)).status).toBe(404);
  });

  it("do not allow pages of another site", async () => {
    const platform = await Platform.create({ nativeOrigins });
    const path = `/auth/sessions?accountId=${platform.ada.accountId}`;
    for (const origin of [pageOrigin, undefined]) {
      const headers = { origin, "sec-fetch-site": "cross-site" };
      const response = await refusedBeforeTheService(platform, "GET", path, { headers });
      expect(response.status).toBe(403);
    }
  });

  it.each([
    "*",
    "android:apk-key-hash:*",
    "android:*",
    "capacitor://*",
    "capacitor://",
    "capacitor://localhost/",
    "capacitor://localhost:8100/",
    "capacitor://Localhost",
    "capacitor://user@localhost",
    "capacitor://a..b",
    "capacitor:localhost",
    "://localhost",
    "https://app.example.com",
    "http://localhost:3000",
    "https://localhost/",
    "file://localhost",
    "data://localhost",
    "javascript://localhost",
    "null",
    "",
    " capacitor://localhost",
    "capacitor://localhost\n",
    // Too short, too long, not base64url, and bits behind the last byte.
    `android:apk-key-hash:${"A".repeat(42)}`,
    `${androidApp}A`,
    `android:apk-key-hash:${"A".repeat(41)}+E`,
    `android:apk-key-hash:${"A".repeat(42)}B`,
    `android:apk-key-hash:${"A".repeat(42)}E=`,
    1,
    null,
  ])("cannot be listed as %j", async (origin) => {
    const platform = await Platform.create();
    const options = { ...platform.relayOptions, nativeOrigins: [origin] } as RelayOptions; // Wrong on purpose.
    expect(() => createWalletRelay(options)).toThrow(
      expect.objectContaining({ name: "ConfigurationError", option: "nativeOrigins" }),
    );
    const asPage = { ...platform.relayOptions, origins: [androidApp] };
    expect(() => createWalletRelay(asPage)).toThrow(expect.objectContaining({ option: "origins" }));
  });
});

describe("bearer tokens", () => {
  const allowed = async (options: Partial<RelayOptions>) => {
    const platform = await Platform.create(options);
    const headers = {
      origin: pageOrigin,
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    };
    const { headers: sent } = await platform.call("OPTIONS", "/auth/sessions", { headers });
    return sent.get("access-control-allow-headers")?.split(", ");
  };

  it("are accepted from another origin only if the relay allows it", async () => {
    expect(await allowed({ allowAuthorization: true })).toContain("authorization");
    expect(await allowed({ allowAuthorization: false })).not.toContain("authorization");
    expect(await allowed({})).not.toContain("authorization");
  });

  it("reach `authenticate` and never the service", async () => {
    const platform: Platform = await Platform.create({
      allowAuthorization: true,
      authenticate: ({ headers }) =>
        headers.get("authorization") === "Bearer ada" ? { accountIds: [platform.ada.accountId] } : undefined,
    });
    const path = `/auth/sessions?accountId=${platform.ada.accountId}`;
    const exchanges = await platform.exchangesOf(async () => {
      const call = (authorization: string) =>
        platform.call("GET", path, { headers: { authorization, "sec-fetch-site": "same-site" } });
      expect((await call("Bearer ada")).status).toBe(200);
      expect((await call("Bearer eve")).status).toBe(401);
    });
    expect(exchanges).toHaveLength(1);
    expect(JSON.stringify(exchanges)).not.toContain("Bearer ada");
  });

  it("need `true` or `false` as the option", async () => {
    const platform = await Platform.create();
    const options = { ...platform.relayOptions, allowAuthorization: "yes" } as unknown as RelayOptions; // Wrong on purpose.
    expect(() => createWalletRelay(options)).toThrow(
      expect.objectContaining({ option: "allowAuthorization" }),
    );
  });
});

describe("frames of other pages", () => {
  const shop = "https://shop.example";
  const frames: readonly [name: string, frame: object, isAllowed: boolean][] = [
    ["no frame", {}, true],
    ["no frame, said so", { crossOrigin: false }, true],
    ["a frame of an allowed page", { crossOrigin: true, topOrigin: shop }, true],
    ["a frame of another page", { crossOrigin: true, topOrigin: "https://evil.example" }, false],
    [
      "a frame of a page like an allowed one",
      { crossOrigin: true, topOrigin: `${shop}.evil.example` },
      false,
    ],
    ["a frame of a page that the browser does not name", { crossOrigin: true }, false],
    ["another page on top, and no frame", { crossOrigin: false, topOrigin: "https://evil.example" }, false],
    ["another page on top, and nothing about a frame", { topOrigin: "https://evil.example" }, false],
    ["a list of pages on top", { crossOrigin: true, topOrigin: [shop] }, false],
    ["no page on top", { crossOrigin: true, topOrigin: null }, false],
    ["a frame by another word", { crossOrigin: "false" }, false],
  ];
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  async function attempt(kind: "registration" | "sign-in", frame: object, options: Partial<RelayOptions>) {
    const platform = await Platform.create(options);
    const { ada } = platform;
    const { id } = await platform.registerEmail(ada);
    const challenge = await platform.registrationChallenge(ada);
    const type = kind === "registration" ? "webauthn.create" : "webauthn.get";
    const clientDataJson = encoded({ type, challenge, origin: pageOrigin, ...frame });
    const body =
      kind === "registration"
        ? {
            type: "PASSKEY",
            accountId: ada.accountId,
            challenge,
            attestation: { credentialId: "a", clientDataJson, attestationObject: "a" },
          }
        : {
            type: "PASSKEY",
            assertion: { credentialId: "a", clientDataJson, authenticatorData: "a", signature: "a" },
            clientPublicKey: `04${"ab".repeat(64)}`,
          };
    const path = kind === "registration" ? "/auth/credentials" : `/auth/credentials/${id}/verify`;
    let problem: unknown;
    const exchanges = await platform.exchangesOf(async () => {
      problem = (await platform.call("POST", path, { from: ada, body })).body;
    });
    const isForwarded = exchanges.some(({ method }) => method === "POST");
    // The page learns what is missing.
    const missing = { code: "FOREIGN_ORIGIN", message: expect.stringContaining("`topOrigins`") as string };
    if (!isForwarded) expect(problem).toMatchObject(missing);
    return isForwarded;
  }

  it.each(frames)("%s: the relay accepts or rejects its passkeys", async (_name, frame, isAllowed) => {
    const topOrigins = [shop];
    expect(await attempt("registration", frame, { topOrigins })).toBe(isAllowed);
    expect(await attempt("sign-in", frame, { topOrigins })).toBe(isAllowed);
  });

  it("are not allowed by default", async () => {
    const frame = { crossOrigin: true, topOrigin: shop };
    expect(await attempt("registration", frame, {})).toBe(false);
    expect(await attempt("sign-in", frame, {})).toBe(false);
  });

  it.each(["*", "https://shop.example/", "https://*.shop.example", "null", "capacitor://localhost"])(
    "cannot be listed as %j",
    async (origin) => {
      const platform = await Platform.create();
      const options = { ...platform.relayOptions, topOrigins: [origin] };
      expect(() => createWalletRelay(options)).toThrow(expect.objectContaining({ option: "topOrigins" }));
    },
  );
});
