import { bulkImportView, startBulkImport } from "../../domain/bulk-imports";
import { invalidInput, Problem } from "../../domain/problem";
import type { ImportRow } from "../../domain/records/onboarding";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { parseCsv } from "../csv";
import { bodyReader } from "../reader";
import { accepted, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";
import { readNewCustomer } from "./customers";

/** The columns of the file: the fields of `POST /customers`, those of an object behind a dot. */
const columns = [
  "platformCustomerId",
  "customerType",
  "region",
  "currencies",
  "email",
  "umaAddress",
  "kycStatus",
  "kybStatus",
  "fullName",
  "birthDate",
  "nationality",
  "address.line1",
  "address.line2",
  "address.city",
  "address.state",
  "address.postalCode",
  "address.country",
];

const isColumn = (name: string): boolean => columns.includes(name) || /^businessInfo\.\w+$/.test(name);

/** @throws {Problem} when the request is refused: 400 when it is missing, empty, too large or not UTF-8. */
async function readFile(world: World, { request }: Call): Promise<string> {
  const file = request.form?.get("file");
  if (!(file instanceof File)) throw invalidInput("file: expected a CSV file", { field: "file" });
  const limit = world.options.maxDocumentBytes;
  if (file.size === 0 || file.size > limit) {
    throw invalidInput(`file: expected 1 to ${String(limit)} bytes`, { field: "file" });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw invalidInput("file: expected text in UTF-8", { field: "file" });
  }
}

/** @throws {Problem} when the request is refused: 400 for a column that there is not, or that is there twice. */
function readHeader(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  const unknown = names.find((name) => !isColumn(name));
  if (unknown !== undefined) {
    const expected = `${columns.join(", ")}, businessInfo.…`;
    throw invalidInput(`file: there is no column ${JSON.stringify(unknown)}: expected some of ${expected}`, {
      field: "file",
      expected,
    });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidInput(`file: the column ${twice} is there twice`, { field: "file" });
  return names;
}

/** A row as the body of `POST /customers`. An empty cell is an absent field; currencies are separated by semicolons. */
function bodyOf(header: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const objects: Record<string, Record<string, unknown>> = {};
  for (const [index, name] of header.entries()) {
    const value = cells[index]?.trim() ?? "";
    if (value === "") continue;
    const [parent = "", child] = name.split(".");
    if (child !== undefined) body[parent] = objects[parent] = { ...objects[parent], [child]: value };
    else body[name] = name === "currencies" ? value.split(";").map((code) => code.trim()) : value;
  }
  return body;
}

function readContent(header: readonly string[], cells: readonly string[]): ImportRow["content"] {
  try {
    if (cells.length !== header.length) {
      throw invalidInput(`expected ${String(header.length)} fields, got ${String(cells.length)}`);
    }
    return { customer: readNewCustomer(bodyReader(bodyOf(header, cells))) };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.body };
    throw error;
  }
}

/** @throws {Problem} when the request is refused: 400 when it is not a CSV file of customers. */
function readRows(text: string): ImportRow[] {
  const [first = [], ...rest] = parseCsv(text);
  const header = readHeader(first);
  if (rest.length === 0) throw invalidInput("file: expected rows below the header", { field: "file" });
  const identifier = header.indexOf("platformCustomerId");
  return rest.map((cells, index) => {
    const row = index + 2;
    return {
      row,
      correlationId: cells[identifier]?.trim() || String(row),
      content: readContent(header, cells),
    };
  });
}

async function upload(world: World, call: Call): Promise<RouteResponse> {
  const job = startBulkImport(world, readRows(await readFile(world, call)));
  return accepted({ jobId: job.id, status: job.status });
}

function get(world: World, call: Call): RouteResponse {
  return ok(bulkImportView(world.bulkImports.get(parameter(call, "jobId"))));
}

/** Bulk imports of customers (contract, BulkCustomerImportJob). */
export const bulkImportRoutes: readonly Route[] = [
  route("POST", "/customers/bulk/csv", "MANAGE", upload, { multipart: true }),
  route("GET", "/customers/bulk/jobs/{jobId}", "VIEW", get),
];
