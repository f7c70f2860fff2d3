import { paginate } from "../pagination";
import { present } from "../present";
import { invalidInput, notFound } from "../problem";
import { ObjectReader, QueryReader } from "../read";
import { created, noContent, ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import type { DocumentBody, DocumentRecord } from "../state/documents";
import type { World } from "../world";

const mediaTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
};

/** The declared type; by the name's ending when the form declares none (a part without a type is octet-stream, RFC 7578). */
function mediaTypeOf(file: File): string {
  const [declared = ""] = file.type.toLowerCase().split(";");
  if (declared !== "" && declared !== "application/octet-stream") return declared;
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(mediaTypes, ending) ? (mediaTypes[ending] ?? "") : declared;
}

interface Upload {
  fields: Record<string, string>;
  file: Pick<DocumentRecord, "mediaType" | "bytes">;
  fileName: string;
}

async function readUpload({ world, request }: Context): Promise<Upload> {
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
  const texts = [...request.form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = Object.fromEntries(texts);
  const known = new ObjectReader(fields);
  known.optionalCountry("country");
  known.optionalEnum("side", ["FRONT", "BACK"]);
  known.optionalString("documentType");
  return {
    fields,
    file: { mediaType, bytes: new Uint8Array(await file.arrayBuffer()) },
    fileName: file.name,
  };
}

/** @throws {Problem} 404 when the holder is neither a customer nor a beneficial owner. */
function requireHolder(world: World, holder: string | undefined): void {
  if (holder !== undefined && !world.customers.has(holder) && !world.beneficialOwners.has(holder)) {
    throw notFound(holder.startsWith("BeneficialOwner:") ? "BeneficialOwner" : "Customer", holder);
  }
}

async function upload(context: Context): Promise<Reply> {
  const { world } = context;
  const { fields, file, fileName } = await readUpload(context);
  requireHolder(world, fields["documentHolder"]);
  const at = world.clock.iso();
  const id = world.random.id("Document");
  const body: DocumentBody = { ...fields, id, fileName, createdAt: at, updatedAt: at };
  world.documents.set(id, { body, ...file });
  return created(body);
}

async function replace(context: Context): Promise<Reply> {
  const { world } = context;
  const document = world.document(parameter(context, "documentId"));
  const { fields, file, fileName } = await readUpload(context);
  const { id, documentHolder, createdAt } = document.body;
  const kept = present({ documentHolder, id, createdAt });
  const body: DocumentBody = { ...fields, ...kept, fileName, updatedAt: world.clock.iso() };
  world.documents.set(id, { body, ...file });
  return ok(body);
}

function list({ world, request }: Context): Reply {
  const holder = new QueryReader(request.query).optionalString("documentHolder");
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: [...world.documents.values()].filter(
        ({ body }) => holder === undefined || body.documentHolder === holder,
      ),
      at: ({ body }) => body.createdAt,
      id: ({ body }) => body.id,
      view: ({ body }) => body,
    }),
  );
}

function remove(context: Context): Reply {
  const { body } = context.world.document(parameter(context, "documentId"));
  context.world.documents.delete(body.id);
  return noContent();
}

export const documentRoutes: Route[] = [
  route("POST", "/documents", upload, { multipart: true }),
  route("GET", "/documents", list),
  route("GET", "/documents/{documentId}", (context) =>
    ok(context.world.document(parameter(context, "documentId")).body),
  ),
  route("PUT", "/documents/{documentId}", replace, { multipart: true }),
  route("DELETE", "/documents/{documentId}", remove),
];
