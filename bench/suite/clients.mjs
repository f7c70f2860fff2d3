// The clients. Each makes a GET and a POST, over a mocked `fetch` or over loopback. Each loads what it needs, and nothing is loaded for all.

export const customer = {
  id: "Customer:1",
  platformCustomerId: "customer-1",
  customerType: "INDIVIDUAL",
  umaAddress: "$customer-1@example.test",
  createdAt: "2026-04-27T09:00:00Z",
  updatedAt: "2026-04-27T09:00:00Z",
  isDeleted: false,
};
const posted = { customerType: "INDIVIDUAL", fullName: "Ada Lovelace", region: "US" };
const headers = { accept: "application/json", authorization: "Basic aWQ6c2VjcmV0" };

export const mocked = async () =>
  new Response(JSON.stringify(customer), { headers: { "content-type": "application/json" } });

const ours = async (baseUrl, fetch, transport) => {
  const { PaymentsClient } = await import("payments-sdk");
  const payments = new PaymentsClient({
    baseUrl,
    clientId: "id",
    clientSecret: "secret",
    fetch,
    transport,
  });
  return {
    GET: () => payments.customers.retrieve("Customer:1"),
    POST: () => payments.customers.create(posted),
  };
};

const stripe = async (baseUrl, httpClient) => {
  const { Stripe } = await import("stripe");
  const { hostname, port, protocol } = new URL(baseUrl);
  const client = new Stripe("sk_test_secret", {
    host: hostname,
    ...(port && { port: Number(port) }),
    protocol: protocol.slice(0, -1),
    telemetry: false,
    httpClient: httpClient(Stripe),
  });
  return {
    GET: () => client.customers.retrieve("customer"),
    POST: () => client.customers.create({ name: "Ada Lovelace", description: "INDIVIDUAL" }),
  };
};

/** Each gets a base address and an optional `fetch`. */
export const clients = {
  "payments-sdk": ours,
  "payments-sdk again": ours,
  "payments-sdk/node": async (baseUrl) => {
    const { nodeTransport } = await import("payments-sdk/node");
    return ours(baseUrl, undefined, nodeTransport());
  },
  "undici, request": async (baseUrl) => {
    const { Agent } = await import("undici");
    const agent = new Agent({ connections: 100 });
    const send = async (path, method, more, body) => {
      const options = { origin: baseUrl, path, method, headers: { ...headers, ...more }, body };
      return (await agent.request(options)).body.json();
    };
    return {
      GET: () => send("/customers/1", "GET"),
      POST: () => send("/customers", "POST", { "content-type": "application/json" }, JSON.stringify(posted)),
    };
  },
  fetch: async (baseUrl, fetch = globalThis.fetch) => ({
    GET: async () => (await fetch(`${baseUrl}/customers/1`, { headers })).json(),
    POST: async () =>
      (
        await fetch(`${baseUrl}/customers`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(posted),
        })
      ).json(),
  }),
  ky: async (baseUrl, fetch) => {
    const { default: ky } = await import("ky");
    const client = ky.create({ headers, ...(fetch && { fetch }) });
    return {
      GET: () => client.get(`${baseUrl}/customers/1`).json(),
      POST: () => client.post(`${baseUrl}/customers`, { json: posted }).json(),
    };
  },
  "stripe, node:http": async (baseUrl) => {
    const { Agent } = await import("node:http");
    return stripe(baseUrl, (Stripe) => Stripe.createNodeHttpClient(new Agent({ keepAlive: true })));
  },
  "stripe, fetch": (baseUrl, fetch) => stripe(baseUrl, (Stripe) => Stripe.createFetchHttpClient(fetch)),
  openai: async (baseUrl, fetch) => {
    const { default: OpenAI } = await import("openai");
    const client = new OpenAI({ apiKey: "secret", baseURL: baseUrl, ...(fetch && { fetch }) });
    return { GET: () => client.get("/customers/1"), POST: () => client.post("/customers", { body: posted }) };
  },
};
