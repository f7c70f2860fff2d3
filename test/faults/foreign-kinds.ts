import { json, send, text } from "./wire";
import type { Row } from "./wire";

const JSON_TYPE = "application/json";

/** An error of WSO2 API Manager. */
const wso2 = (status: number, code: string) =>
  json(status, {
    code,
    type: "Status report",
    message: "Not Found",
    description: "The resource is not available.",
  });

/** An error of Spring Boot. */
const spring = (status: number, error: string) =>
  json(status, {
    timestamp: "2026-11-22T10:00:00.000+00:00",
    status,
    error,
    message: "No message available",
    path: "/2025-10-13",
  });

/** Gateway errors that imitate the errors of the service. */
const imitations: readonly Row[] = [
  ["WSO2 404", "both", wso2(404, "404")],
  ["WSO2 403", "both", wso2(403, "900908")],
  ["WSO2 400", "both", wso2(400, "900901")],
  ["Spring 400", "both", spring(400, "Bad Request")],
  ["Spring 403", "both", spring(403, "Forbidden")],
  ["Spring 404", "both", spring(404, "Not Found")],
  ["Spring 409", "both", spring(409, "Conflict")],
  ["Spring 422", "both", spring(422, "Unprocessable Entity")],
  ["404 with status and message", "both", json(404, { status: 404, message: "Not Found" })],
];

/** A portal's JSON, and text with a wrong content type, both with success statuses. */
const successes: readonly Row[] = [200, 201].flatMap((status): Row[] => [
  [`${status} JSON message`, "both", json(status, { message: "Accept the terms to go on" })],
  [`${status} JSON {}`, "both", json(status, {})],
  [`${status} JSON null`, "both", json(status, null)],
  [`${status} JSON text`, "both", json(status, "OK")],
  [`${status} nothing called JSON`, "both", text(status, JSON_TYPE, "")],
  [`${status} page called JSON`, "both", text(status, JSON_TYPE, "<!doctype html><title>Sign in</title>")],
  [`${status} XML called JSON`, "both", text(status, JSON_TYPE, '<?xml version="1.0"?><ok/>')],
  [
    `${status} stack trace called JSON`,
    "both",
    text(status, JSON_TYPE, "java.lang.NullPointerException\n\tat a.b.C"),
  ],
]);

const challenge = {
  type: "OAUTH",
  payloadToSign: "{}",
  requestId: "Request:00000000-0000-4000-8000-000000000000",
  expiresAt: "2099-01-01T00:00:00Z",
};

/** Responses of proxies and portals that look like the service's. */
export const foreignRows: readonly Row[] = [
  ...imitations,
  ...successes,
  ["a challenge where none belongs", "both", json(202, challenge), "unsigned"],
  // A proxy delivers a deletion twice, and the client gets the second response.
  [
    "a deletion delivered twice, the second response",
    "after",
    async (wire) => send(wire, await wire.deliver()),
    "deletion",
  ],
  [
    "a deletion delivered twice, 404",
    "after",
    async (wire) => {
      await wire.deliver();
      await json(404, { status: 404, code: "NOT_FOUND", message: "made up: NOT_FOUND" })(wire);
    },
    "deletion",
  ],
  [
    "a deletion delivered twice, 400",
    "after",
    async (wire) => {
      await wire.deliver();
      await json(400, { status: 400, code: "INVALID_INPUT", message: "made up: it was used, or deleted" })(
        wire,
      );
    },
    "deletion",
  ],
];
