import { Simulator } from "payments-sdk/simulator";
import { base64 } from "@scure/base";
import type { ClientOptions } from "payments-sdk";
import { PaymentsClient } from "payments-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, createClient, fakeFetch, json } from "./client";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** The `Authorization` header of one call. */
async function sentAuthorization(options: ClientOptions): Promise<string | null> {
  const { fetch, calls } = fakeFetch(() => json({}));
  await createClient({ ...options, fetch }).request("GET", "/config");
  return calls[0]?.headers.get("authorization") ?? null;
}

/** The address of one call to `/config`. */
async function sentUrl(baseUrl: string): Promise<string | undefined> {
  const { fetch, calls } = fakeFetch(() => json({}));
  await createClient({ baseUrl, fetch }).request("GET", "/config");
  return calls[0]?.url;
}

function configurationError(options: ClientOptions): Error & { option?: string; code?: string } {
  try {
    createClient(options);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("expected a ConfigurationError");
}

describe("HTTP Basic", () => {
  it("sends the token id as user name and the secret as password [AUT-01, AUT-02]", async () => {
    // RFC 7617, section 2.
    const authorization = await sentAuthorization({ clientId: "Aladdin", clientSecret: "open sesame" });
    expect(authorization).toBe("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  });

  it.each([
    // RFC 7617, section 2.1.
    ["test", "123£", "dGVzdDoxMjPCow=="],
    ["client", "pässwörd", "Y2xpZW50OnDDpHNzd8O2cmQ="],
    ["client", "€", "Y2xpZW50OuKCrA=="],
    ["client", "a:b:c", "Y2xpZW50OmE6Yjpj"],
  ])("encodes %s and %s as UTF-8 [AUT-02]", async (clientId, clientSecret, expected) => {
    expect(await sentAuthorization({ clientId, clientSecret })).toBe(`Basic ${expected}`);
  });

  it("reads the base address and the credentials from the environment", async () => {
    vi.stubEnv("PAYMENTS_BASE_URL", "https://environment.test");
    vi.stubEnv("PAYMENTS_CLIENT_ID", "from-environment");
    vi.stubEnv("PAYMENTS_CLIENT_SECRET", "also-from-environment");
    const { fetch, calls } = fakeFetch(() => json({}));
    await new PaymentsClient({ fetch }).request("GET", "/config");
    expect(calls[0]?.url).toBe("https://environment.test/2025-10-13/config");
    const encoded = calls[0]?.headers.get("authorization")?.replace("Basic ", "") ?? "";
    expect(new TextDecoder().decode(base64.decode(encoded))).toBe("from-environment:also-from-environment");
  });

  it("prefers an option to the environment", async () => {
    vi.stubEnv("PAYMENTS_CLIENT_ID", "from-environment");
    const authorization = await sentAuthorization({ clientId: "from-option", clientSecret: "s3cret" });
    expect(authorization).toBe(`Basic ${btoa("from-option:s3cret")}`);
  });

  it("works if reading the environment is forbidden", async () => {
    vi.stubGlobal("process", {
      get env(): never {
        throw new Error("permission denied");
      },
    });
    expect(await sentAuthorization({})).toBe(`Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`);
  });
});

describe("credentials with mistakes", () => {
  it.each([
    ["a line break at the end", "s3cret-value\n"],
    ["blanks around", "  s3cret-value\t"],
    ["a byte-order mark", "\ufeffs3cret-value"],
    ["a Windows line break", "s3cret-value\r\n"],
  ])("trims %s", async (_case, clientSecret) => {
    expect(await sentAuthorization({ clientId: "id", clientSecret })).toBe(
      `Basic ${btoa("id:s3cret-value")}`,
    );
  });

  const bad: [string, ClientOptions, string][] = [
    ["no secret", { clientSecret: undefined }, "clientSecret"],
    ["an empty secret", { clientSecret: "" }, "clientSecret"],
    ["a secret of blanks", { clientSecret: " \n" }, "clientSecret"],
    ["a line break within the secret", { clientSecret: "SENSITIVE\nvalue" }, "clientSecret"],
    ["a byte-order mark within the secret", { clientSecret: "SENSITIVE\ufeffvalue" }, "clientSecret"],
    ["a NUL in the secret", { clientSecret: "SENSITIVE\0value" }, "clientSecret"],
    // A plain JavaScript caller can pass any value.
    ["a secret that is no text", { clientSecret: { SENSITIVE: 1 } as unknown as string }, "clientSecret"],
    ["a colon in the client id", { clientId: "SENSITIVE:id" }, "clientId"],
    ["an empty client id", { clientId: "" }, "clientId"],
    ["a base address without a scheme", { baseUrl: "SENSITIVE.test" }, "baseUrl"],
    ["a base address of another scheme", { baseUrl: "ftp://SENSITIVE.test" }, "baseUrl"],
    ["credentials in the base address", { baseUrl: "https://user:SENSITIVE@payments.test" }, "baseUrl"],
    ["a user name in the base address", { baseUrl: "https://SENSITIVE@payments.test" }, "baseUrl"],
    ["a query in the base address", { baseUrl: "https://payments.test/?key=SENSITIVE" }, "baseUrl"],
    ["a fragment in the base address", { baseUrl: "https://payments.test/#SENSITIVE" }, "baseUrl"],
  ];

  it.each(bad)("rejects %s, and names the option but not the value [AUT-08]", (_case, options, option) => {
    const error = configurationError(options);
    expect(error).toMatchObject({ name: "ConfigurationError", code: "INVALID_CONFIGURATION", option });
    expect(error.message).toContain(`\`${option}\``);
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain("SENSITIVE");
  });

  it("sends nothing with an invalid configuration", () => {
    const { fetch, calls } = fakeFetch(() => json({}));
    expect(() => createClient({ clientSecret: "a\nb", fetch })).toThrow();
    expect(calls).toHaveLength(0);
  });
});

describe("the base address", () => {
  it.each([
    ["https://api.test", "https://api.test/2025-10-13/config"],
    ["https://api.test/", "https://api.test/2025-10-13/config"],
    ["https://api.test//", "https://api.test/2025-10-13/config"],
    ["https://api.test/grid", "https://api.test/grid/2025-10-13/config"],
    ["https://api.test/grid/", "https://api.test/grid/2025-10-13/config"],
    ["https://api.test/a/b/2025-10-13", "https://api.test/a/b/2025-10-13/config"],
    ["https://api.test/a/b/2025-10-13/", "https://api.test/a/b/2025-10-13/config"],
    ["https://api.test/2025-10-13/tenant", "https://api.test/2025-10-13/tenant/2025-10-13/config"],
    ["http://127.0.0.1:8080/grid", "http://127.0.0.1:8080/grid/2025-10-13/config"],
    ["  https://api.test/grid\n", "https://api.test/grid/2025-10-13/config"],
  ])("%j becomes %s [GEN-01, GEN-02]", async (baseUrl, expected) => {
    expect(await sentUrl(baseUrl)).toBe(expected);
  });
});

describe("the API version", () => {
  it("causes an error if the base address ends in another version", () => {
    expect(configurationError({ baseUrl: "https://api.test/a/2026-01-31" })).toMatchObject({
      name: "ConfigurationError",
      option: "baseUrl",
      message:
        '`baseUrl` ends in the version 2026-01-31, but this client speaks 2025-10-13: leave the version out, or pass `apiVersion: "2026-01-31"` too',
    });
  });

  it.each(["https://api.test/a", "https://api.test/a/2026-01-31"])(
    "can be set with the base address %s",
    async (baseUrl) => {
      const { fetch, calls } = fakeFetch(() => json({}));
      await createClient({ baseUrl, apiVersion: "2026-01-31", fetch }).request("GET", "/config");
      expect(calls[0]?.url).toBe("https://api.test/a/2026-01-31/config");
    },
  );

  it("of the options must match that of the base address", () => {
    const options = { baseUrl: "https://api.test/2025-10-13", apiVersion: "2026-01-31" };
    expect(configurationError(options)).toMatchObject({ option: "baseUrl" });
  });

  it.each(["2026", "latest", "", "2026-01-31/..", "v2026-01-31"])("must be a date: %j", (apiVersion) => {
    expect(configurationError({ apiVersion })).toMatchObject({
      option: "apiVersion",
      message: "`apiVersion` must be a date such as 2025-10-13",
    });
  });
});

describe("a base address with http:", () => {
  const credentials = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };

  it.each([
    "http://api.test",
    "http://10.0.0.5:8080",
    "http://localhost.evil.test",
    "http://127.0.0.1.evil.test",
  ])("is rejected, because it would send the secret unencrypted: %s", (baseUrl) => {
    const error = configurationError({ baseUrl });
    expect(error).toMatchObject({ code: "INVALID_CONFIGURATION", option: "baseUrl" });
    expect(error.message).toContain("`allowInsecureHttp: true`");
  });

  it.each([
    "http://localhost:4010",
    "http://api.localhost",
    "http://127.0.0.1",
    "http://127.8.9.1",
    "http://[::1]:80",
  ])("is accepted for this machine: %s", (baseUrl) => {
    expect(() => new PaymentsClient({ ...credentials, baseUrl })).not.toThrow();
  });

  it("is accepted elsewhere with `allowInsecureHttp`", () => {
    const options = { ...credentials, baseUrl: "http://payments.internal", allowInsecureHttp: true };
    expect(() => new PaymentsClient(options)).not.toThrow();
  });

  it("is accepted from the options of a simulator, because its calls stay in the process", async () => {
    const simulator = new Simulator({ baseUrl: "http://payments.internal/2025-10-13" });
    const { data } = await new PaymentsClient(simulator.clientOptions()).customers.list();
    expect(data).toEqual([]);
  });
});

describe("options that are not an object", () => {
  it("cause an error that says what to pass, without the value", () => {
    expect(() => new PaymentsClient("sk_live_74123456" as never)).toThrow(
      "`options` must be an object, got a string. Pass `{ baseUrl, clientId, clientSecret }`",
    );
    expect(() => Simulator.restore("{}" as never)).toThrow(
      "`snapshot` must be an object, got a string. Parse the text first: `JSON.parse(text)`",
    );
  });
});

describe("an option that does not exist", () => {
  it.each([
    ["maxRetrys", "Did you mean `maxRetries`?"],
    ["timeOut", "Did you mean `timeout`?"],
    ["baseURL", "Did you mean `baseUrl`?"],
    ["clientsecret", "Did you mean `clientSecret`?"],
    ["apiKey", "Known options: baseUrl, clientId,"],
    ["constructor", "Known options:"],
  ])("is reported with advice: %s", (name, advice) => {
    const error = configurationError({ [name]: "SENSITIVE" });
    expect(error).toMatchObject({ name: "ConfigurationError", option: name });
    expect(error.message).toContain(`Unknown option \`${name}\` for PaymentsClient. `);
    expect(error.message).toContain(advice);
    expect(error.message).not.toContain("SENSITIVE");
  });
});

describe("the log level", () => {
  async function linesAt(options: ClientOptions): Promise<string[]> {
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const logger = { debug: write, info: write, warn: write, error: write };
    const { fetch } = fakeFetch(() => json({}));
    await new PaymentsClient({
      baseUrl: "https://api.test",
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      fetch,
      logger,
      ...options,
    }).request("GET", "/config");
    return lines;
  }

  it("comes from PAYMENTS_LOG if the options have none", async () => {
    vi.stubEnv("PAYMENTS_LOG", "debug");
    expect(await linesAt({})).toEqual([expect.stringContaining("GET request got 200")]);
    expect(await linesAt({ logLevel: "warn" })).toEqual([]);
  });

  it("of an empty PAYMENTS_LOG is the default, and an empty PAYMENTS_CLIENT_ID is missing", async () => {
    vi.stubEnv("PAYMENTS_LOG", "");
    vi.stubEnv("PAYMENTS_CLIENT_ID", "");
    expect(await linesAt({})).toEqual([]);
    await expect(linesAt({ clientId: undefined })).rejects.toMatchObject({
      message: "`clientId` is missing: pass it, or set PAYMENTS_CLIENT_ID",
    });
  });

  it("of PAYMENTS_LOG must be one of the levels", async () => {
    vi.stubEnv("PAYMENTS_LOG", "everything");
    await expect(linesAt({})).rejects.toMatchObject({ name: "ConfigurationError", option: "logLevel" });
  });
});

describe("in a browser", () => {
  it("throws, because the page would hold the secret", () => {
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", {});
    expect(configurationError({})).toMatchObject({
      option: "dangerouslyAllowBrowser",
      message:
        "`dangerouslyAllowBrowser` is not set: this client carries the API secret and belongs on a server; in a page use payments-sdk/wallet with a relay",
    });
  });

  it("works with `dangerouslyAllowBrowser`", async () => {
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", {});
    expect(await sentAuthorization({ dangerouslyAllowBrowser: true })).toContain("Basic ");
  });
});
