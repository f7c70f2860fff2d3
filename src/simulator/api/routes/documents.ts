import { base64 } from "@scure/base";
import { addDocument, replaceDocument } from "../../domain/documents";
import type { Upload } from "../../domain/documents";
import { invalidInput } from "../../domain/problem";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { country, oneOf, text } from "../formats";
import { paginateTable } from "../pagination";
import { queryReader, Reader } from "../reader";
import { created, noContent, ok, parameter, route } from "../route";
import type { Call, Route, SimRequest } from "../route";

const mediaTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
};

/** The types of the contract, DocumentType. */
const documentTypes = [
  "PASSPORT",
  "DRIVERS_LICENSE",
  "NATIONAL_ID",
  "PROOF_OF_ADDRESS",
  "BANK_STATEMENT",
  "TAX_RETURN",
  "CERTIFICATE_OF_INCORPORATION",
  "ARTICLES_OF_INCORPORATION",
  "ARTICLES_OF_ASSOCIATION",
  "STATE_REGISTRY_EXCERPT",
  "GOOD_STANDING_CERTIFICATE",
  "INFORMATION_STATEMENT",
  "INCUMBENCY_CERTIFICATE",
  "BUSINESS_LICENSE",
  "SHAREHOLDER_REGISTER",
  "POWER_OF_ATTORNEY",
  "UTILITY_BILL",
  "SELFIE",
  "OTHER",
] as const;

/** The declared type; by the name's ending when the form declares none (a part without a type is octet-stream, RFC 7578). */
function mediaTypeOf(file: File): string {
  const [declared = ""] = file.type.toLowerCase().split(";");
  if (declared !== "" && declared !== "application/octet-stream") return declared;
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(mediaTypes, ending) ? (mediaTypes[ending] ?? "") : declared;
}

async function readUpload(world: World, request: SimRequest): Promise<Upload> {
  if (!request.form)
    throw invalidInput("Expected multipart/form-data with a file in the field file", { field: "file" });
  const file = request.form.get("file");
  if (!(file instanceof File)) throw invalidInput("file: expected a file", { field: "file" });
  const mediaType = mediaTypeOf(file);
  if (!Object.values(mediaTypes).includes(mediaType)) {
    throw invalidInput("file: expected a PDF, JPEG or PNG", {
      field: "file",
      expected: "application/pdf, image/jpeg, image/png",
    });
  }
  const limit = world.options.maxDocumentBytes;
  if (file.size === 0 || file.size > limit) {
    throw invalidInput(`file: expected 1 to ${String(limit)} bytes`, {
      field: "file",
      expected: `at most ${String(limit)} bytes`,
    });
  }
  const sent = [...request.form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = Object.fromEntries(sent);
  const known = new Reader(fields);
  known.required("documentType", oneOf(documentTypes));
  known.required("country", country);
  known.optional("side", oneOf(["FRONT", "BACK"]));
  return {
    fields,
    file: { mediaType, content: base64.encode(new Uint8Array(await file.arrayBuffer())) },
    fileName: file.name,
  };
}

async function upload(world: World, { request }: Call): Promise<RouteResponse> {
  const sent = await readUpload(world, request);
  new Reader(sent.fields).required("documentHolder", text);
  return created(addDocument(world, sent));
}

async function replace(world: World, call: Call): Promise<RouteResponse> {
  const document = world.documents.get(parameter(call, "documentId"));
  return ok(replaceDocument(world, document, await readUpload(world, call.request)));
}

function list(world: World, { request }: Call): RouteResponse {
  return ok(
    paginateTable(request, world.documents, {
      where: { documentHolder: queryReader(request.query).optional("documentHolder", text) },
      view: ({ body }) => body,
    }),
  );
}

function remove(world: World, call: Call): RouteResponse {
  world.documents.delete(world.documents.get(parameter(call, "documentId")).id);
  return noContent();
}

/** Documents (contract, Document). */
export const documentRoutes: readonly Route[] = [
  route("POST", "/documents", "MANAGE", upload, { multipart: true }),
  route("GET", "/documents", "VIEW", list),
  route("GET", "/documents/{documentId}", "VIEW", (world, call) =>
    ok(world.documents.get(parameter(call, "documentId")).body),
  ),
  route("PUT", "/documents/{documentId}", "MANAGE", replace, { multipart: true }),
  route("DELETE", "/documents/{documentId}", "MANAGE", remove),
];
