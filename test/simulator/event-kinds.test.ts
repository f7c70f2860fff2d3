import { readFileSync } from "node:fs";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { VerificationStatus } from "payments-sdk";
import type { Simulator, SimulatorOptions } from "payments-sdk/simulator";
import type { WebhookEventType } from "payments-sdk/webhooks";
import { business, individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id, quoteTo, serviceWithPayer, World } from "../support/world";
import { startEndpoint, verify } from "../support/endpoint";
import { empty } from "../support/local-server";

/** Causes one kind of event. */
type Driver = (options: SimulatorOptions) => Promise<Simulator>;

/** Executes a quote to an account with digits that choose the outcome. */
const pay =
  (digits: string): Driver =>
  async (options) => {
    const { service, quote } = await quoteTo(digits, options);
    await service.execute(quote);
    return service.simulator;
  };

const receive: Driver = async (options) => {
  const { service, payer } = await serviceWithPayer(options);
  await service.must("POST", "/sandbox/uma/receive", {
    senderUmaAddress: "$payer@elsewhere.test",
    receiverUmaAddress: payer.umaAddress,
    receivingCurrencyCode: "USD",
    receivingCurrencyAmount: 50,
  });
  return service.simulator;
};

/** Verifies a customer. With `status`, the test sets the result of the verification. */
const check =
  (customer: Json, status?: VerificationStatus): Driver =>
  async (options) => {
    const api = new World(options);
    const { id: customerId } = await api.created("/customers", customer);
    const verification = await api.created("/verifications", { customerId });
    if (status) api.simulator.setVerificationStatus(id(verification), status);
    return api.simulator;
  };

/** A business with a registration number that chooses the outcome of its check. */
const company = (digits: string): Json => ({
  ...business,
  businessInfo: { ...business.businessInfo, registrationNumber: `5523${digits}` },
});

const patch =
  (kycStatus: string): Driver =>
  async (options) => {
    const api = new World(options);
    const customer = await api.created("/customers", individual);
    await api.patch(`/customers/${id(customer)}`, { customerType: "INDIVIDUAL", kycStatus });
    return api.simulator;
  };

const upload =
  (customerType: string): Driver =>
  async (options) => {
    const api = new World(options);
    const body = new FormData();
    body.append("file", new File([`customerType\n${customerType}\n`], "customers.csv"));
    await api.send("POST", "/customers/bulk/csv", { body });
    await api.simulator.clock.advance("1m");
    return api.simulator;
  };

/** Causes for each kind of event: routes of the service, or controls of the simulator if the specification has no route. */
const drivers: Record<WebhookEventType, Driver> = {
  "OUTGOING_PAYMENT.PENDING": async (options) => (await quoteTo("000", options)).service.simulator,
  "OUTGOING_PAYMENT.PROCESSING": pay("000"),
  "OUTGOING_PAYMENT.COMPLETED": pay("000"),
  "OUTGOING_PAYMENT.FAILED": pay("002"),
  "OUTGOING_PAYMENT.EXPIRED": async (options) => {
    const { simulator } = (await quoteTo("000", options)).service;
    await simulator.clock.advance("5m");
    return simulator;
  },
  "OUTGOING_PAYMENT.REFUND_PENDING": pay("004"),
  "OUTGOING_PAYMENT.REFUND_COMPLETED": pay("004"),
  "OUTGOING_PAYMENT.REFUND_FAILED": pay("007"),
  "INCOMING_PAYMENT.PENDING": receive,
  "INCOMING_PAYMENT.COMPLETED": receive,
  "INCOMING_PAYMENT.FAILED": async (options) => {
    const { service, usdAccount } = await serviceWithPayer(options);
    await service.transferIn(await service.external("USD", "002"), usdAccount, 1);
    return service.simulator;
  },
  "CUSTOMER.KYC_APPROVED": check(individual),
  "CUSTOMER.KYC_REJECTED": patch("REJECTED"),
  "CUSTOMER.KYC_PENDING": patch("PENDING"),
  "CUSTOMER.KYB_APPROVED": check(company("000")),
  "CUSTOMER.KYB_REJECTED": check(company("002")),
  "CUSTOMER.KYB_PENDING": check(company("001")),
  "VERIFICATION.APPROVED": check(individual),
  "VERIFICATION.REJECTED": check(company("002")),
  "VERIFICATION.RESOLVE_ERRORS": check({ customerType: "INDIVIDUAL" }),
  "VERIFICATION.IN_PROGRESS": check(company("001")),
  "VERIFICATION.PENDING_MANUAL_REVIEW": check(individual, "PENDING_MANUAL_REVIEW"),
  "VERIFICATION.READY_FOR_VERIFICATION": check(individual, "READY_FOR_VERIFICATION"),
  "INTERNAL_ACCOUNT.BALANCE_UPDATED": async (options) => {
    const service = new World(options);
    await service.fundedCustomer({ USD: 1 });
    return service.simulator;
  },
  "INVITATION.CLAIMED": async (options) => {
    const api = new World(options);
    const { umaAddress } = await api.created("/customers", individual);
    const { code } = await api.created("/invitations", { inviterUma: umaAddress, amountToSend: 5 });
    await api.created(`/invitations/${String(code)}/claim`, { inviteeUma: "$grace@elsewhere.test" });
    return api.simulator;
  },
  "BULK_UPLOAD.COMPLETED": upload("INDIVIDUAL"),
  "BULK_UPLOAD.FAILED": upload("NOBODY"),
  TEST: async (options) => {
    const api = new World(options);
    await api.post("/sandbox/webhooks/test", undefined);
    return api.simulator;
  },
};

/** The contract's schemas of webhooks, and of what they refer to. */
const schemas = JSON.parse(
  readFileSync(new URL("../fixtures/webhook-schemas.json", import.meta.url), "utf8"),
) as Record<string, { enum?: unknown; allOf?: { properties?: { type?: unknown } }[] }>;

const schemaNames: Record<string, string> = {
  OUTGOING_PAYMENT: "OutgoingPaymentWebhook",
  INCOMING_PAYMENT: "IncomingPaymentWebhook",
  CUSTOMER: "CustomerWebhook",
  VERIFICATION: "VerificationWebhook",
  INTERNAL_ACCOUNT: "InternalAccountStatusWebhook",
  INVITATION: "InvitationClaimedWebhook",
  BULK_UPLOAD: "BulkUploadWebhook",
  TEST: "TestWebhookRequest",
};

function contractAjv() {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Two mistakes of the contract: VerificationWebhook lacks a kind of WebhookType, and PaymentAccountType lacks half of its variants.
  const { PaymentAccountType, VerificationWebhook } = schemas;
  delete PaymentAccountType?.enum;
  for (const part of VerificationWebhook?.allOf ?? []) delete part.properties?.type;
  return ajv.addSchema({ $id: "contract", components: { schemas } });
}

const ajv = contractAjv();

describe("the events of the simulator", () => {
  it("have exactly the kinds of the contract", () => {
    expect(Object.keys(drivers).sort()).toEqual([...(schemas["WebhookType"]?.enum as string[])].sort());
  });

  it.each(Object.entries(drivers))(
    "include %s in the contract's form [EVT-03, OP-64]",
    async (type, drive) => {
      const endpoint = await startEndpoint(() => empty(200));
      const simulator = await drive({ webhooks: { url: endpoint.url } });
      await simulator.webhooks.idle();
      const request = endpoint.requests.find(({ body }) => body.includes(`"type":"${type}"`));
      if (!request) throw new Error(`no ${type} among ${JSON.stringify(endpoint.events())}`);
      const event = await verify(simulator, request);
      expect(event.type).toBe(type);
      // The list has the time of the event, and the delivery that of sending.
      const { timestamp: _, ...sent } = event;
      expect(simulator.events.list).toContainEqual(expect.objectContaining(sent));
      const name = schemaNames[type.split(".")[0] ?? ""] ?? "";
      const validate = ajv.getSchema(`contract#/components/schemas/${name}`);
      validate?.(event);
      expect(validate?.errors).toBeNull();
      expect(validate?.({ ...event, timestamp: "now" })).toBe(false);
    },
  );
});
