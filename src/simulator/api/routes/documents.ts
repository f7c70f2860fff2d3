import type { Upload } from "../../domain/documents";
import type { Domain } from "../../domain/domain";
import { invalidInput } from "../../domain/problem";
import type { RouteResponse } from "../../runtime/wire";
import { country, oneOf, text } from "../formats";
import { paginateStore } from "../pagination";
import { queryReader, Reader } from "../reader";
import { created, noContent, ok, parameter, route } from "../route";
import type { Call, Route, SimRequest } from "../route";

type Needs = Pick<Domain, "documents" | "options">;

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

async function readUpload({ options }: Needs, request: SimRequest): Promise<Upload> {
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
  const limit = options.maxDocumentBytes;
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
    file: { mediaType, bytes: new Uint8Array(await file.arrayBuffer()) },
    fileName: file.name,
  };
}

async function upload(needs: Needs, { request }: Call): Promise<RouteResponse> {
  const sent = await readUpload(needs, request);
  new Reader(sent.fields).required("documentHolder", text);
  return created(needs.documents.add(sent));
}

async function replace(needs: Needs, call: Call): Promise<RouteResponse> {
  const document = needs.documents.get(parameter(call, "documentId"));
  return ok(needs.documents.replace(document, await readUpload(needs, call.request)));
}

function list({ documents }: Needs, { request }: Call): RouteResponse {
  const holder = queryReader(request.query).optional("documentHolder", text);
  return ok(
    paginateStore({
      query: request.query,
      list: request.path,
      store: documents,
      where: holder === undefined ? [] : [["documentHolder", holder]],
      view: ({ body }) => body,
    }),
  );
}

function remove({ documents }: Needs, call: Call): RouteResponse {
  documents.delete(documents.get(parameter(call, "documentId")).body.id);
  return noContent();
}

/** Documents (contract, Document). */
export const documentRoutes = (needs: Needs): Route[] => [
  route("POST", "/documents", (call) => upload(needs, call), { multipart: true }),
  route("GET", "/documents", (call) => list(needs, call)),
  route("GET", "/documents/{documentId}", (call) =>
    ok(needs.documents.get(parameter(call, "documentId")).body),
  ),
  route("PUT", "/documents/{documentId}", (call) => replace(needs, call), { multipart: true }),
  route("DELETE", "/documents/{documentId}", (call) => remove(needs, call)),
];
