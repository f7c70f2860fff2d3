import type { Page, Paginator, PaymentsClient, SignedRetryChallenge, Signer } from "payments-sdk";
import type { CustomRequest, Simulator } from "payments-sdk/simulator";
import { expectTypeOf, test } from "vitest";
import type { components as newest, paths as newestPaths } from "../fixtures/openapi/newest-service";
import type { components, paths } from "../fixtures/openapi/service";

type Schemas = newest["schemas"];

declare const payments: PaymentsClient;
declare const simulator: Simulator;
declare const signer: Signer;
declare const maybeSigner: Signer | null;
const api = payments.typed<newestPaths>();
const ours = payments.typed<paths>();
const path = { id: "1" };

// The bodies are compiled but never run. A wrong call is a compile error.
const compiled = (calls: () => unknown) => expectTypeOf(calls).toBeFunction();

test("calls resolve to the body of a success", () => {
  compiled(() => {
    expectTypeOf(api.get("/cards/{id}", { path })).toEqualTypeOf<Promise<Schemas["Card"]>>();
    expectTypeOf(api.get("/cards")).toEqualTypeOf<Promise<Schemas["CardPage"]>>();
    expectTypeOf(api.get("/auth/delegated-keys")).resolves.toEqualTypeOf<Schemas["DelegatedKeyList"]>();
    expectTypeOf(api.patch("/cards/{id}", { path, body: {} })).resolves.toEqualTypeOf<Schemas["Card"]>();
    const body = { name: "Ada", customerId: "Customer:1", policy: {} as Schemas["AgentPolicy"] };
    expectTypeOf(api.post("/agents", { body })).resolves.toEqualTypeOf<Schemas["CreatedAgent"]>();
    const agent = { path: { agentId: "Agent:1" } };
    expectTypeOf(api.delete("/agents/{agentId}", agent)).toEqualTypeOf<Promise<undefined>>();
    const document = { path: { documentId: "Document:1" }, form: new FormData() };
    expectTypeOf(api.put("/documents/{documentId}", document)).resolves.toEqualTypeOf<Schemas["Document"]>();
  });
});

test("only a paged list is a paginator of its rows", () => {
  compiled(() => {
    expectTypeOf(api.list("/cards", { query: { state: "ACTIVE", limit: 50 }, prefetch: 0 })).toEqualTypeOf<
      Paginator<Schemas["Card"]>
    >();
    expectTypeOf(api.list("/cards")).resolves.toEqualTypeOf<Page<Schemas["Card"]>>();
    expectTypeOf(ours.list("/customers").toArray()).resolves.toEqualTypeOf<
      components["schemas"]["Customer"][]
    >();
    // @ts-expect-error It takes no cursor.
    api.list("/auth/delegated-keys");
    // @ts-expect-error One card is not a list.
    api.list("/cards/{id}", { path });
    // @ts-expect-error It takes no cursor.
    ours.list("/auth/credentials", { query: { accountId: "InternalAccount:1" } });
    // @ts-expect-error A list has no key.
    api.list("/cards", { idempotencyKey: "key" });
  });
});

test("a signed operation needs a signer, or `null` for the challenge", () => {
  compiled(() => {
    type Account = Schemas["InternalAccount"];
    const account = { path, body: {} };
    expectTypeOf(
      api.patch("/internal-accounts/{id}", { ...account, signer }),
    ).resolves.toEqualTypeOf<Account>();
    expectTypeOf(api.patch("/internal-accounts/{id}", { ...account, signer: null })).resolves.toEqualTypeOf<
      Account | SignedRetryChallenge
    >();
    expectTypeOf(
      api.patch("/internal-accounts/{id}", { ...account, signer: maybeSigner }),
    ).resolves.toEqualTypeOf<Account | SignedRetryChallenge>();
    expectTypeOf(api.delete("/auth/sessions/{id}", { path, signer })).resolves.toEqualTypeOf<undefined>();
    // @ts-expect-error The signer is missing.
    void api.patch("/internal-accounts/{id}", account);
    // @ts-expect-error Nothing is signed.
    void api.get("/cards/{id}", { path, signer });

    type Credential = components["schemas"]["AuthMethod"];
    const credential = { body: { type: "EMAIL_OTP", accountId: "InternalAccount:1" } } as const;
    expectTypeOf(
      ours.post("/auth/credentials", { ...credential, signer }),
    ).resolves.toEqualTypeOf<Credential>();
    expectTypeOf(ours.delete("/auth/credentials/{id}", { path, signer: null })).resolves.toEqualTypeOf<
      SignedRetryChallenge | undefined
    >();
    // @ts-expect-error The signature of a quote is a header.
    void ours.post("/quotes/{quoteId}/execute", { path: { quoteId: "Quote:1" }, signer });
  });
});

test("a key is accepted where the operation reads one, and required where the document requires it", () => {
  compiled(() => {
    const body = { providerTokenIdentifier: "1", networkTokenIdentifier: "2", network: "SPARK" } as const;
    void api.post("/stablecoins", { body, idempotencyKey: "key" });
    // @ts-expect-error The key is missing.
    void api.post("/stablecoins", { body });
    void api.post("/customers/{customerId}/kyc-link", { path: { customerId: "1" }, idempotencyKey: "key" });
    void api.post("/customers/{customerId}/kyc-link", { path: { customerId: "1" } });
    // @ts-expect-error The service reads no key there.
    void api.patch("/cards/{id}", { path, body: {}, idempotencyKey: "key" });

    const transfer = { source: { accountId: "1" }, destination: { accountId: "2" }, amount: 1 };
    void ours.post("/transfer-out", { body: transfer, idempotencyKey: "key" });
    // @ts-expect-error The service reads no key there.
    void ours.post("/customers", { body: { customerType: "INDIVIDUAL" }, idempotencyKey: "key" });
  });
});

test("wrong calls do not compile", () => {
  compiled(() => {
    // @ts-expect-error The document does not have this path.
    void api.get("/card/{id}", { path });
    // @ts-expect-error A card cannot be deleted.
    void api.delete("/cards/{id}", { path });
    // @ts-expect-error The id is missing.
    void api.get("/cards/{id}");
    // @ts-expect-error The id has another name.
    void api.get("/cards/{id}", { path: { cardId: "1" } });
    // @ts-expect-error A field is missing.
    void api.post("/cards", { body: { cardholderId: "Customer:1", form: "VIRTUAL" } });
    // @ts-expect-error The body is missing.
    void api.post("/cards", {});
    // @ts-expect-error It takes no body.
    void api.delete("/agents/{agentId}", { path: { agentId: "1" }, body: {} });
    // @ts-expect-error It takes a form.
    void api.put("/documents/{documentId}", { path: { documentId: "1" }, body: {} });
    // @ts-expect-error It takes no query.
    void api.get("/cards/{id}", { path, query: { state: "ACTIVE" } });
    // @ts-expect-error The enum does not have this value.
    void api.get("/cards", { query: { state: "OPEN" } });
    // @ts-expect-error The option is misspelt.
    void api.get("/cards", { timeOut: 1_000 });
  });
});

test("every call accepts the common options", () => {
  compiled(() => {
    const { signal } = new AbortController();
    const options = { signal, timeout: 1, totalTimeout: 2, maxRetries: 3, headers: { "x-tenant": "1" } };
    const expected = { kind: "Card", fields: ["state"], same: path };
    void api.get("/cards/{id}", { path, ...options, expect: expected });
    void api.list("/cards", options);
  });
});

test("a route of the simulator has the types of its operation", () => {
  compiled(() => {
    simulator.routes<newestPaths>({
      "PATCH /cards/{id}": ({ params, body, query, headers, form }) => {
        expectTypeOf(params).toEqualTypeOf<{ readonly id: string }>();
        expectTypeOf(body).toEqualTypeOf<Schemas["CardUpdateRequest"]>();
        expectTypeOf({ query, headers }).toEqualTypeOf<Pick<CustomRequest, "query" | "headers">>();
        expectTypeOf(form).toBeUndefined();
        return { status: 200, body: {} as Schemas["Card"] };
      },
      "PUT /documents/{documentId}": async ({ form }) => {
        expectTypeOf(form).toEqualTypeOf<FormData>();
        return { status: 404, body: { status: 404, code: "NOT_FOUND", message: "gone" } };
      },
      "POST /customers/{customerId}/kyc-link": ({ body }) => {
        expectTypeOf(body).toEqualTypeOf<Schemas["KycLinkCreateRequest"] | undefined>();
        return { status: 409, body: { status: 409, code: "CONFLICT", message: "" } };
      },
    });
    // @ts-expect-error The document does not have this status here.
    simulator.routes<newestPaths>({ "POST /agents": () => ({ status: 418 }) });
    // @ts-expect-error The body does not fit the status.
    simulator.routes<newestPaths>({ "POST /cards": () => ({ status: 201, body: { id: "Card:1" } }) });
    // @ts-expect-error The document does not have this operation.
    simulator.routes<newestPaths>({ "POST /cards/{id}": () => ({ status: 204 }) });
  });
});
