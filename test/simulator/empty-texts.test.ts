import { describe, expect, it } from "vitest";
import { business, individual, ownerInfo } from "../support/parts";
import { id, serviceWithPayer, World } from "../support/world";

describe("an optional text that may be empty", () => {
  it("is stored unchanged in a customer's details, and counts as missing in a check [OP-70]", async () => {
    const api = new World();
    const address = { ...individual.address, line2: "" };
    const customer = await api.created("/customers", { ...individual, fullName: "", address });
    expect(customer).toMatchObject({ fullName: "", address: { line2: "" } });
    const verification = await api.must("POST", "/verifications", { customerId: id(customer) });
    expect(verification).toMatchObject({
      verificationStatus: "RESOLVE_ERRORS",
      errors: [expect.objectContaining({ field: "fullName" })],
    });
    const owner = await api.created("/beneficial-owners", {
      customerId: id(await api.created("/customers", business)),
      roles: ["DIRECTOR"],
      ownershipPercentage: 0,
      personalInfo: { ...ownerInfo, middleName: "" },
    });
    expect(owner).toMatchObject({ personalInfo: { middleName: "" } });
  });

  it("is stored unchanged in the description of a quote", async () => {
    const { service, usdAccount, eurAccount } = await serviceWithPayer();
    const quote = await service.quote(service.quoteBody(usdAccount, eurAccount, 100, { description: "" }));
    expect(await service.transactionOf(quote)).toMatchObject({ description: "" });
  });

  it("is not valid as an identifier [OP-70]", async () => {
    const api = new World();
    expect(await api.post("/customers", { ...individual, platformCustomerId: "" })).toMatchObject({
      status: 400,
      body: { details: { field: "platformCustomerId" } },
    });
  });
});
