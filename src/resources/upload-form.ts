import type { CountedForm } from "../core/transport";
import type { UploadProgress } from "../core/types";
import { headOf, readFile } from "./upload-file";
import type { ReadFile, FileReading, UploadContext } from "./upload-file";

/** The service's own limit. */
const LARGEST_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** The bytes between two progress reports. */
const PIECE_BYTES = 64 * 1024;

const DOCUMENT_TYPE = /^(application\/pdf|image\/jpeg|image\/png)$/;

const EXTENSIONS: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
};

/** The first bytes of each file type, one character per byte. */
const SIGNATURES: readonly (readonly [start: string, type: string])[] = [
  ["%PDF-", "application/pdf"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["PK\x03\x04", "application/zip"],
];
const LONGEST_SIGNATURE = 8;

const A_FILE = 'a Blob or a File, bytes, a stream or `{ path: "…" }`';

/** The parts of a document's form. `fields` are already checked. */
interface DocumentContent {
  readonly file: unknown;
  readonly fileName: string | null | undefined;
  readonly fields: Readonly<Record<string, string | null | undefined>>;
}

/** Builds the form of `documents.upload` and `documents.replace`. */
export async function documentForm(
  { file, fileName, fields }: DocumentContent,
  context: UploadContext,
): Promise<FormData | CountedForm> {
  checkProgress(context);
  const reading: FileReading = { ...context, field: "file", most: LARGEST_DOCUMENT_BYTES, takesText: false };
  const read = await readFile(file, reading);
  if (read === undefined) return context.fail("file", `must be ${A_FILE}`);
  const { blob } = read;
  const name = fileName ?? read.name;
  const type = await documentType({ blob, name }, reading);
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(field, value);
  }
  form.append("file", blob.slice(0, blob.size, type), name ?? "document");
  return sent(form, context);
}

/** Builds the form of `customers.bulk.upload`. */
export async function csvForm(csv: unknown, context: UploadContext): Promise<FormData | CountedForm> {
  checkProgress(context);
  // The path of a file, not its content.
  if (typeof csv === "string" && csv !== "" && !/[\r\n]/.test(csv)) {
    context.fail(
      "csv",
      "must be the content, with a line for each customer. To send a file, pass `{ path }`",
    );
  }
  const reading: FileReading = { ...context, field: "csv", most: Infinity, takesText: true };
  const read = await readFile(typeof csv === "string" ? new Blob([csv]) : csv, reading);
  if (read === undefined) return context.fail("csv", `must be CSV: text, ${A_FILE}`);
  const binary = await typeByContent(read, reading);
  if (binary !== undefined) {
    context.fail("csv", `must be CSV, got a file of the type ${binary}: export it from its program as CSV`);
  }
  const { blob, name = "customers.csv" } = read;
  const form = new FormData();
  form.append("file", blob.slice(0, blob.size, "text/csv"), name);
  return sent(form, context);
}

/** The media type of a document. Its stated type, name and content must agree. */
async function documentType(file: ReadFile, reading: FileReading): Promise<string> {
  const stated = file.blob.type === "application/octet-stream" ? "" : file.blob.type;
  const found = [
    ["type", stated],
    ["name", EXTENSIONS[/\.(\w+)$/.exec(file.name ?? "")?.[1]?.toLowerCase() ?? ""]],
    ["content", await typeByContent(file, reading)],
  ].filter(([, type]) => type);
  const types = [...new Set(found.map(([, type = ""]) => type))];
  const [type = ""] = types;
  const wrong = types.length === 0 ? "" : types.find((one) => !DOCUMENT_TYPE.test(one));
  if (wrong !== undefined) {
    const advice = wrong === "" ? ": name the file, or pass a Blob with a type" : "";
    const got = JSON.stringify(wrong);
    const message = `must have the media type application/pdf, image/jpeg or image/png, got ${got}${advice}`;
    return reading.fail(reading.field, message);
  }
  if (types.length > 1) {
    const list = found.map(([by, one]) => `${one} by its ${by}`).join(", ");
    return reading.fail(reading.field, `has media types that contradict each other: ${list}`);
  }
  return type;
}

async function typeByContent(file: ReadFile, reading: FileReading): Promise<string | undefined> {
  const head = await headOf(file, LONGEST_SIGNATURE, reading);
  return SIGNATURES.find(([start]) => head.startsWith(start))?.[1];
}

/** Browsers can count a sent body over HTTP/2 only, and not all of them do. */
function checkProgress({ onProgress, fail }: UploadContext): void {
  if (onProgress !== undefined && typeof globalThis.document === "object") {
    fail("onProgress", "is not available in a page: browsers do not report upload progress");
  }
}

async function sent(form: FormData, { onProgress }: UploadContext): Promise<FormData | CountedForm> {
  return onProgress ? counted(form, onProgress) : form;
}

/** The encoded form, with a report for each piece that `fetch` takes. */
async function counted(
  form: FormData,
  onProgress: (progress: UploadProgress) => unknown,
): Promise<CountedForm> {
  const encoded = new Response(form);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  const total = bytes.length;
  const tell = (loaded: number) => {
    // As with hooks, an error or rejection of the listener never changes the call.
    new Promise((resolve) => resolve(onProgress({ loaded, total }))).catch(() => {});
  };
  const open = () => {
    let loaded = 0;
    return new ReadableStream<Uint8Array>(
      {
        // Called once the previous piece was taken.
        pull(controller) {
          tell(loaded);
          if (loaded === total) return controller.close();
          const piece = bytes.slice(loaded, loaded + PIECE_BYTES);
          loaded += piece.length;
          controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
  };
  const type = encoded.headers.get("content-type") ?? "";
  return { headers: { "content-type": type, "content-length": `${total}` }, open };
}
