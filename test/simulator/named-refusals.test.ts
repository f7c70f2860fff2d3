/** Each of the `refusals` of a route is given by a rule of the simulator. */
import type { PaymentsClient } from "payments-sdk";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../src/simulator/api/routes/index";
import { createClientKey, sealTo } from "../support/node-wallet";
import { clientOf, createSimulator } from "../support/world";
import { callIn, OPTIONS, prepare } from "./operation-world";
import type { Names, Prepared } from "./operation-world";

/** Calls an operation so that it is refused. */
type Refuse = (call: {
  readonly payments: PaymentsClient;
  readonly name: string;
  readonly names: Names;
}) => Promise<unknown>;

/** A second equal call. */
const twice: Refuse = async ({ payments, name, names }) => {
  await callIn(payments, name, names);
  return callIn(payments, name, names);
};

/** Ids of the right kind that nobody has, and an id of the platform. */
const ofNobody: Refuse = ({ payments, name, names }) => {
  const unknown = Object.keys(names).map((kind) => [
    kind,
    /^[A-Z]\w+$/.test(kind) ? `${kind}:none` : "$nobody@example.com",
  ]);
  return callIn(payments, name, { ...(Object.fromEntries(unknown) as Names), "ada 1": "nobody" });
};

/** The sandbox's operations in production. */
const inProduction: Refuse = ({ name, names }) =>
  callIn(clientOf(createSimulator({ ...OPTIONS, environment: "production" })), name, names);

/** Wrong codes, sealed as the newest service takes them, until it is a matter of time. */
const wrongCodes: Refuse = async ({ payments, names }) => {
  const path = { id: names["AuthMethod"] ?? "" };
  const sent = await payments.request<{ otpEncryptionTargetBundle: string }>(
    "POST",
    "/auth/credentials/{id}/challenge",
    { path },
  );
  const { data } = JSON.parse(sent.otpEncryptionTargetBundle) as { data: string };
  const { targetPublic } = JSON.parse(Buffer.from(data, "hex").toString()) as { targetPublic: string };
  const text = JSON.stringify({ otp_code: "918273", public_key: createClientKey().publicKey });
  for (;;) {
    const body = { type: "EMAIL_OTP", encryptedOtpBundle: sealTo(targetPublic, text) };
    await payments
      .request("POST", "/auth/credentials/{id}/verify", { path, body, maxRetries: 0 })
      .catch((error: { status: number }) => {
        if (error.status !== 401) throw error;
      });
  }
};

const byStatus: Readonly<Record<number, Refuse>> = {
  403: inProduction,
  404: ofNobody,
  409: twice,
  410: twice,
  429: wrongCodes,
};

/** Operations that name a record by something else than its id. */
const byName: Readonly<Record<string, Refuse>> = {
  "customers.kycLink": ({ payments }) => payments.customers.kycLink({ platformCustomerId: "nobody" }),
};

const cells = routes.flatMap(({ operation, refusals = [] }) =>
  refusals.map((status) => [operation?.name ?? "", status] as const),
);

describe("each refusal that a route names is given", () => {
  let world: Prepared;

  beforeAll(async () => {
    world = await prepare();
  });

  it.each(cells)("%s: %i", async (name, status) => {
    const payments = clientOf(createSimulator(OPTIONS, { from: world.start }), { maxRetries: 0 });
    const refuse =
      byName[name] ??
      byStatus[status] ??
      expect.fail(`no call that gets ${status}: a rule or \`unmodelled\``);
    const refused = refuse({ payments, name, names: world.namesFor(name) });
    await expect(refused).rejects.toMatchObject({ status });
  });
});
