import { describe, expect, it } from "vitest";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id, items, World } from "../support/world";
import type { ApiResponse, ErrorBody } from "../support/world";

const invalid = { "x-invalid-request": "yes" };

function form(content: string | Uint8Array<ArrayBuffer> | undefined, field = "file"): FormData {
  const data = new FormData();
  if (content !== undefined) data.append(field, new File([content], "customers.csv", { type: "text/csv" }));
  return data;
}

class Importer extends World {
  upload(content: string | Uint8Array<ArrayBuffer> | undefined, field?: string): Promise<ApiResponse<Json>> {
    return this.send("POST", "/customers/bulk/csv", { body: form(content, field) });
  }

  async start(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
    const response = await this.upload(content);
    expect(response).toMatchObject({
      status: 202,
      body: { jobId: expect.any(String), status: "PENDING" },
    });
    return String(response.body["jobId"]);
  }

  job(jobId: string): Promise<Json> {
    return this.read(`/customers/bulk/jobs/${jobId}`);
  }

  /** The finished job of a file. */
  async imported(content: string | Uint8Array<ArrayBuffer>): Promise<Json> {
    const jobId = await this.start(content);
    await this.simulator.clock.advance("1h");
    return this.job(jobId);
  }

  async customers(): Promise<Json[]> {
    return items(await this.read("/customers?limit=100"));
  }
}

const importer = (options: SimulatorOptions = {}) => new Importer(options);

const header =
  "platformCustomerId,customerType,region,currencies,email,fullName,birthDate,nationality," +
  "address.line1,address.city,address.state,address.postalCode,address.country";
const ada =
  'ada-1,INDIVIDUAL,US,USD,ada@example.com,"Lovelace, Ada",1990-12-10,US,1 Main Street,Springfield,IL,62701,US';

describe("a bulk import of customers", () => {
  it("creates real customers, as POST /customers does", async () => {
    const api = importer();
    const file = `${header},businessInfo.legalName,businessInfo.registrationNumber\r\n${ada},,\r\nacme,BUSINESS,DE,EUR;USD,,,,,,,,,,"Acme ""Quality"" GmbH",5523041\r\n`;
    const job = await api.imported(file);
    expect(job).toEqual({
      id: expect.stringMatching(/^BulkCustomerImportJob:/),
      status: "COMPLETED",
      progress: { total: 2, processed: 2, successful: 2, failed: 0 },
      completedAt: "2026-04-27T09:00:00.020Z",
    });
    const [acme, person] = await api.customers();
    const { currencies, ...fields } = individual;
    expect(person).toMatchObject({
      ...fields,
      currencies,
      platformCustomerId: "ada-1",
      fullName: "Lovelace, Ada",
      createdAt: "2026-04-27T09:00:00.010Z",
    });
    expect(acme).toMatchObject({
      platformCustomerId: "acme",
      customerType: "BUSINESS",
      currencies: ["EUR", "USD"],
      businessInfo: { legalName: 'Acme "Quality" GmbH', registrationNumber: "5523041" },
    });
    for (const customer of [acme, person]) {
      const accounts = items(await api.read(`/customers/internal-accounts?customerId=${id(customer ?? {})}`));
      expect(accounts.length).toBeGreaterThanOrEqual(3);
      const verification = await api.created("/verifications", { customerId: id(customer ?? {}) });
      expect(verification).toMatchObject({ verificationStatus: "APPROVED" });
    }
  });

  it("reports each failed row with its number and identifier, and continues", async () => {
    const api = importer();
    await api.created("/customers", { customerType: "INDIVIDUAL", platformCustomerId: "taken" });
    const job = await api.imported(
      [
        "platformCustomerId,customerType,email,currencies,umaAddress",
        "ok,INDIVIDUAL,,USD,$ok@example.com",
        "taken,INDIVIDUAL,,,",
        "ok,INDIVIDUAL,,,",
        ",INDIVIDUAL,no address,,",
        "type,PERSON,,,",
        "currency,INDIVIDUAL,,USD;XXX,",
        "uma,INDIVIDUAL,,,$ok@example.com",
        "short,INDIVIDUAL",
      ].join("\n"),
    );
    expect(job).toMatchObject({
      status: "COMPLETED",
      progress: { total: 8, processed: 8, successful: 1, failed: 7 },
    });
    const errors = job["errors"] as (Json & { details: Json })[];
    expect(errors.map(({ correlationId, code, details }) => [correlationId, code, details["row"]])).toEqual([
      ["taken", "CONFLICT", 3],
      ["ok", "CONFLICT", 4],
      ["5", "INVALID_INPUT", 5],
      ["type", "INVALID_INPUT", 6],
      ["currency", "INVALID_CURRENCY", 7],
      ["uma", "UMA_ADDRESS_EXISTS", 8],
      ["short", "INVALID_INPUT", 9],
    ]);
    expect(errors.map(({ details }) => details["field"])).toEqual([
      undefined,
      undefined,
      "email",
      "customerType",
      "currencies[1]",
      undefined,
      undefined,
    ]);
    expect(errors[2]?.["message"]).toBe("email: expected an e-mail address");
    expect((await api.customers()).map((customer) => customer["platformCustomerId"])).toEqual([
      "ok",
      "taken",
    ]);
  });

  it("imports a number of rows per second of the clock", async () => {
    const api = importer();
    const rows = ["a", "b", "c"].map((name) => `${name},INDIVIDUAL`);
    const jobId = await api.start(["platformCustomerId,customerType", ...rows].join("\n"));
    const states: unknown[] = [];
    for (let step = 0; step < 4; step += 1) {
      const { status, progress, completedAt } = await api.job(jobId);
      states.push([status, (progress as Json)["processed"], completedAt, (await api.customers()).length]);
      await api.simulator.clock.advance(10);
    }
    expect(states).toEqual([
      ["PENDING", 0, undefined, 0],
      ["PROCESSING", 1, undefined, 1],
      ["PROCESSING", 2, undefined, 2],
      ["COMPLETED", 3, "2026-04-27T09:00:00.030Z", 3],
    ]);
  });

  it("ends with the event COMPLETED if it created a customer, otherwise FAILED", async () => {
    const api = importer();
    const good = await api.imported("platformCustomerId,customerType\na,INDIVIDUAL\nb,NOBODY\n");
    const bad = await api.imported("platformCustomerId,customerType\nc,NOBODY\n");
    expect(bad).toMatchObject({ status: "FAILED", progress: { successful: 0, failed: 1 } });
    const events = api.simulator.events.list.map(({ type, data }) => [type, data]);
    expect(events).toEqual([
      ["BULK_UPLOAD.COMPLETED", good],
      ["BULK_UPLOAD.FAILED", bad],
    ]);
  });

  it.each<[string, string | undefined, RegExp]>([
    ["no file", undefined, /expected a CSV file/],
    ["an empty file", "", /expected 1 to/],
  ])("refuses %s with 400 without a job", async (_, content, message) => {
    const api = importer();
    expect(await api.upload(content)).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", message: expect.stringMatching(message), details: { field: "file" } },
    });
    await api.simulator.clock.advance("1h");
    expect(api.simulator.events.list).toEqual([]);
  });

  // The contract has no 400 for the upload.
  it.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ["bytes that are not UTF-8", new Uint8Array([0xff, 0xfe, 0x00]), /UTF-8/],
    ["a header alone", "platformCustomerId,customerType\n", /rows below the header/],
    ["an unknown column", "platformCustomerId,customertype\na,INDIVIDUAL\n", /column "customertype"/],
    ["a column twice", "customerType,customerType\nINDIVIDUAL,INDIVIDUAL\n", /twice/],
    ["a quote that is not closed", 'customerType\n"INDIVIDUAL\n', /row 2/],
    ["no text at all", "\n\n", /rows below the header/],
  ])("accepts %s, and the job fails with the reason [OP-65]", async (_, content, message) => {
    const api = importer();
    const job = await api.imported(content);
    expect(job).toMatchObject({
      status: "FAILED",
      progress: { total: 1, failed: 1 },
      errors: [
        {
          correlationId: "1",
          code: "INVALID_INPUT",
          message: expect.stringMatching(message),
          details: { field: "file" },
        },
      ],
    });
    expect(api.simulator.events.list).toMatchObject([{ type: "BULK_UPLOAD.FAILED", data: job }]);
    expect(await api.customers()).toEqual([]);
  });

  it("accepts a file of limited size in the field `file` of a form", async () => {
    const api = importer();
    expect(await api.upload("customerType\nINDIVIDUAL\n", "csv")).toMatchObject({ status: 400 });
    const sized = (bytes: number) => "customerType\n".padEnd(bytes, "\n").replace(/.{11}$/s, "INDIVIDUAL\n");
    expect(await api.upload(sized(10_485_761))).toMatchObject({ status: 400 });
    expect(await api.upload(sized(100))).toMatchObject({ status: 202 });
    const json = await api.call<ErrorBody>("POST", "/customers/bulk/csv", { file: "x" }, invalid);
    expect(json).toMatchObject({ status: 400 });
  });

  it("has jobs with an id", async () => {
    expect(await importer().get("/customers/bulk/jobs/BulkCustomerImportJob:none")).toMatchObject({
      status: 404,
      body: { code: "BULK_UPLOAD_JOB_NOT_FOUND" },
    });
  });
});
