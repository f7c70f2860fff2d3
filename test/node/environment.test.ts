import { Agent, EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isExempt } from "../../src/node/proxies";
import { nodeTransport } from "payments-sdk/node";
import type { NodeTransportOptions } from "payments-sdk/node";
import { client, connections, pem, proxyServer, secureServer } from "./servers";

const VARIABLES = ["NODE_USE_ENV_PROXY", "NO_PROXY", "HTTP_PROXY", "HTTPS_PROXY"];

/** Sets the variables of the process, and removes the others of a proxy. */
function environment(variables: Record<string, string>): void {
  for (const name of VARIABLES) {
    for (const one of [name, name.toLowerCase()]) vi.stubEnv(one, variables[one]);
  }
}
beforeEach(() => environment({}));
afterEach(() => vi.unstubAllEnvs());

/** The tunnels of a proxy after one call over HTTPS. */
async function tunnelsOf(
  variables: (proxy: string) => Record<string, string>,
  given?: (proxy: string) => NodeTransportOptions,
) {
  const { port, tunnels } = await proxyServer();
  const secure = await secureServer();
  const proxy = `http://user:${encodeURIComponent("p@ss wörd")}@127.0.0.1:${port}`;
  environment(variables(proxy));
  const transport = connections({ tls: { ca: pem("ca") }, ...given?.(proxy) });
  await client(`https://localhost:${secure.port}`, transport).customers.retrieve("Customer:1");
  return tunnels.map(({ target }) => target.replace(String(secure.port), "PORT"));
}

const THROUGH = ["localhost:PORT"];

it("nodeTransport keeps the dispatcher that the program sets while undici loads", async () => {
  const before = getGlobalDispatcher();
  const own = new Agent();
  try {
    const transport = nodeTransport();
    setGlobalDispatcher(own);
    await transport.close();
    expect(getGlobalDispatcher()).toBe(own);
  } finally {
    setGlobalDispatcher(before);
    await own.close();
  }
});

describe("the environment of nodeTransport", () => {
  it.each<[string, string[], (proxy: string) => Record<string, string>]>([
    [
      "NODE_USE_ENV_PROXY and HTTPS_PROXY",
      THROUGH,
      (HTTPS_PROXY) => ({ NODE_USE_ENV_PROXY: "1", HTTPS_PROXY }),
    ],
    [
      "HTTP_PROXY alone, which serves https, too",
      THROUGH,
      (HTTP_PROXY) => ({ NODE_USE_ENV_PROXY: "1", HTTP_PROXY }),
    ],
    [
      "a name in small letters, which wins",
      THROUGH,
      (proxy) => ({ NODE_USE_ENV_PROXY: "1", https_proxy: proxy, HTTPS_PROXY: "http://127.0.0.1:1" }),
    ],
    ["no NODE_USE_ENV_PROXY", [], (HTTPS_PROXY) => ({ HTTPS_PROXY })],
    [
      "an exception",
      [],
      (HTTPS_PROXY) => ({ NODE_USE_ENV_PROXY: "1", HTTPS_PROXY, NO_PROXY: "example.com, localhost" }),
    ],
    [
      "an exception for another port",
      THROUGH,
      (HTTPS_PROXY) => ({ NODE_USE_ENV_PROXY: "1", HTTPS_PROXY, NO_PROXY: "localhost:1" }),
    ],
  ])("gives a proxy by %s", async (_label, expected, variables) => {
    expect(await tunnelsOf(variables)).toEqual(expected);
  });

  it.each<[string, string[], Record<string, string>, (proxy: string) => NodeTransportOptions]>([
    ["a proxy of its own, without exceptions", THROUGH, {}, (proxy) => ({ proxy })],
    ["a proxy of its own, with an exception", [], { NO_PROXY: "localhost" }, (proxy) => ({ proxy })],
    [
      "no proxy on purpose",
      [],
      { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "http://127.0.0.1:1" },
      () => ({ proxy: "" }),
    ],
  ])("gives way to %s", async (_label, expected, variables, given) => {
    expect(await tunnelsOf(() => variables, given)).toEqual(expected);
  });

  it("names a variable that is no address, and never shows its value", () => {
    environment({ NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "hunter2-secret" });
    expect(() => nodeTransport()).toThrow(/HTTPS_PROXY.* must be an http: or https: address/);
    expect(() => nodeTransport()).not.toThrow(/hunter2/);
  });
});

describe("NO_PROXY", () => {
  /** True if undici's own agent connects to the origin itself. */
  async function isDirect(noProxy: string, origin: string): Promise<boolean> {
    let connected = false;
    const agent = new EnvHttpProxyAgent({
      httpProxy: "http://127.0.0.1:1",
      noProxy,
      connect: (_options, callback) => {
        connected = true;
        callback(new Error("direct"), null);
      },
    });
    await agent.request({ origin, path: "/", method: "GET" }).catch(() => {});
    await agent.destroy();
    return connected;
  }

  const lists = [
    "",
    " ",
    "*",
    "*,example.com",
    "example.com",
    ".example.com",
    "*.example.com",
    "EXAMPLE.com",
    "example.com:8080",
    "example.com:443",
    "example.com:0",
    "other.com example.com",
    "other.com,,example.com",
    "ample.com",
    "10.0.0.0/8",
    "10.0.0.1",
    "[::1]",
    "::1",
    "[::1]:8080",
  ];
  const origins = [
    "https://example.com",
    "https://api.example.com",
    "http://example.com:8080",
    "https://notexample.com",
    "http://10.0.0.1",
    "http://[::1]:8080",
  ];

  it.each(lists)("%j exempts what undici's own agent exempts", async (list) => {
    for (const origin of origins) {
      const { protocol, hostname, port } = new URL(origin);
      const target = { protocol, host: hostname, port: Number(port) || (protocol === "https:" ? 443 : 80) };
      expect([list, origin, isExempt(list, target)]).toEqual([list, origin, await isDirect(list, origin)]);
    }
  });
});
