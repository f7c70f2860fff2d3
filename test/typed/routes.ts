import type { Simulator } from "payments-sdk/simulator";
import type { components, paths } from "../fixtures/openapi/newest-service";

type Schemas = components["schemas"];

const AT = "2026-08-21T09:00:00Z";
const LATER = "2099-08-21T09:00:00Z";

const problem = (status: number, code: string): Schemas["Problem"] => ({ status, code, message: code });
const gone = () => ({ status: 404, body: problem(404, "NOT_FOUND") }) as const;
const refused = () => ({ status: 400, body: problem(400, "INVALID_INPUT") }) as const;

/** A challenge, and whether a request has already signed it. */
class Challenges {
  #made = 0;
  readonly #open = new Set<string>();

  /** Whether the headers sign an open challenge. */
  isSigned(headers: Headers): boolean {
    const isStamped = headers.get("service-wallet-signature") === "stamp of bytes to sign";
    return isStamped && this.#open.delete(headers.get("request-id") ?? "");
  }

  make(): { status: 202; body: Schemas["Challenge"] } {
    this.#made += 1;
    const requestId = `challenge-${this.#made}`;
    this.#open.add(requestId);
    return { status: 202, body: { payloadToSign: "bytes to sign", requestId, expiresAt: LATER } };
  }
}

/** Serves the twelve operations of the fixture with typed routes. */
export function serveNewest(simulator: Simulator): void {
  const challenges = new Challenges();
  const cards: Schemas["Card"][] = [];
  const sessions = new Set(["Session:here", "Session:other"]);
  const agents = new Set<string>();
  const stablecoins = new Map<string, Schemas["Stablecoin"]>();

  simulator.routes<paths>({
    "GET /cards": ({ query }) => {
      const wanted = query.get("cardholderId");
      const start = Number(query.get("cursor") ?? 0);
      const end = start + Number(query.get("limit") ?? 20);
      const found = cards.filter(({ cardholderId }) => wanted === null || cardholderId === wanted);
      const hasMore = end < found.length;
      return {
        status: 200,
        body: { data: found.slice(start, end), hasMore, ...(hasMore && { nextCursor: String(end) }) },
      };
    },
    "POST /cards": ({ body }) => {
      if (!Array.isArray(body.fundingSources)) return refused();
      const card: Schemas["Card"] = {
        id: `Card:${cards.length + 1}`,
        state: "ACTIVE",
        createdAt: AT,
        updatedAt: AT,
        ...body,
      };
      cards.push(card);
      return { status: 201, body: card };
    },
    "GET /cards/{id}": ({ params }) => {
      const card = cards.find(({ id }) => id === params.id);
      return card === undefined ? gone() : { status: 200, body: card };
    },
    "PATCH /cards/{id}": ({ params, body }) => {
      const card = cards.find(({ id }) => id === params.id);
      return card === undefined ? gone() : { status: 200, body: Object.assign(card, body) };
    },
    "POST /stablecoins": ({ body, headers }) => {
      const key = headers.get("idempotency-key");
      if (key === null) return refused();
      const coin = stablecoins.get(key) ?? {
        id: `Stablecoin:${stablecoins.size + 1}`,
        name: body.providerTokenIdentifier,
        symbol: "ADA",
        network: body.network,
        decimals: 6,
        issuanceStatus: "PENDING_REVIEW" as const,
        createdAt: AT,
      };
      stablecoins.set(key, coin);
      return { status: 201, body: coin };
    },
    "POST /agents": ({ body }) => {
      const id = `Agent:${agents.size + 1}`;
      agents.add(id);
      const agent = { id, isPaused: false, isConnected: false, createdAt: AT, updatedAt: AT, ...body };
      const deviceCode = { code: "AB12-CD34", agentId: id, expiresAt: LATER, redeemed: false };
      return { status: 201, body: { agent, deviceCode } };
    },
    "DELETE /agents/{agentId}": ({ params }) => (agents.delete(params.agentId) ? { status: 204 } : gone()),
    "PATCH /internal-accounts/{id}": ({ params, body, headers }) => {
      if (!challenges.isSigned(headers)) return challenges.make();
      const account = { type: "EMBEDDED_WALLET", status: "ACTIVE", createdAt: AT, updatedAt: AT } as const;
      return { status: 200, body: { id: params.id, ...account, ...body } };
    },
    "DELETE /auth/sessions/{id}": ({ params, headers }) => {
      if (!sessions.has(params.id)) return gone();
      if (!challenges.isSigned(headers)) return challenges.make();
      sessions.delete(params.id);
      return { status: 204 };
    },
    "GET /auth/delegated-keys": ({ query }) => ({
      status: 200,
      body: {
        data: [
          {
            id: "DelegatedKey:1",
            cardId: "Card:1",
            accountId: query.get("accountId") ?? "InternalAccount:1",
            publicKey: "04",
            nickname: "Terminal",
            status: "ACTIVE",
          },
        ],
      },
    }),
    "PUT /documents/{documentId}": ({ params, form }) => {
      const file = form.get("file");
      if (!(file instanceof File)) return refused();
      const document = { id: params.documentId, documentHolder: "Customer:1", documentType: "PASSPORT" };
      return { status: 200, body: { ...document, country: "US", fileName: file.name, createdAt: AT } };
    },
    "POST /customers/{customerId}/kyc-link": ({ params, body }) => ({
      status: 201,
      body: {
        kycUrl: `https://kyc.test/${params.customerId}?redirect=${body?.redirectUri ?? "none"}`,
        expiresAt: LATER,
        provider: "SUMSUB",
      },
    }),
  });
}
