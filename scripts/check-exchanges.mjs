/**
 * Checks the exchanges that the tests recorded against docs/openapi.json.
 * Usage: EXCHANGES_FILE=exchanges.ndjson npm test && node scripts/check-exchanges.mjs exchanges.ndjson
 *
 * Every exchange must match its operation. Every operation must occur with each of its success statuses.
 */
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { root } from "./entries.mjs";

const read = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const document = read("docs/openapi.json");
/** The service's error codes, by status. */
const codes = read("test/fixtures/error-codes.json");
// Only the service's guides name these.
codes["409"].push("CONFLICT", "QUOTE_EXPIRED");
// Only the newest service has codes by SMS.
codes["400"].push("SMS_OTP_CREDENTIAL_ALREADY_EXISTS");
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, "openapi");

/** A JSON pointer into the document, as a reference. */
const pointer = (...path) =>
  `openapi#/${path.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

const operations = Object.entries(document.paths)
  .flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method,
      template,
      parts: template.split("/"),
    })),
  )
  // A literal path wins over one with a parameter.
  .sort((a, b) => a.template.split("{").length - b.template.split("{").length);

function operationOf({ method, path }) {
  const parts = path.split("/");
  return operations.find(
    (operation) =>
      operation.method === method.toLowerCase() &&
      operation.parts.length === parts.length &&
      operation.parts.every((part, index) => part.startsWith("{") || part === parts[index]),
  );
}

const differences = new Map();

function check(name, where, path, value) {
  const validate = ajv.getSchema(pointer(...path));
  if (validate(value)) return;
  for (const { instancePath, message } of validate.errors) {
    report(name, `${where}${instancePath.replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${message}`);
  }
}

function report(name, difference) {
  const key = `${name}: ${difference}`;
  differences.set(key, (differences.get(key) ?? 0) + 1);
}

/** A query parameter, converted to its type in the document. */
const typed = (value, { schema }) =>
  schema.type === "integer" || schema.type === "number"
    ? Number(value)
    : schema.type === "boolean"
      ? value === "true"
      : value;

function checkRequest(
  { query, headers, body },
  { operationId, template, method, parameters = [], requestBody },
) {
  const at = ["paths", template, method];
  parameters.forEach((parameter, index) => {
    const { name, required } = parameter;
    const value = { query: query[name], header: headers[name.toLowerCase()] }[parameter.in];
    if (value === undefined) {
      if (required && parameter.in !== "path") report(operationId, `${parameter.in} ${name} is missing`);
      return;
    }
    check(
      operationId,
      `${parameter.in} ${name}`,
      [...at, "parameters", `${index}`, "schema"],
      typed(value, parameter),
    );
  });
  for (const name of Object.keys(query)) {
    if (!parameters.some((parameter) => parameter.in === "query" && parameter.name === name)) {
      report(operationId, `query ${name} is not in the document`);
    }
  }
  // The recording has no bodies of forms.
  if (requestBody?.content["application/json"] === undefined) return;
  if (body !== undefined) {
    check(operationId, "request", [...at, "requestBody", "content", "application/json", "schema"], body);
  } else if (requestBody.required) {
    report(operationId, "the request has no body");
  }
}

function checkResponse({ status, responseBody }, { operationId, template, method, responses }) {
  const key = responses[status] !== undefined ? `${status}` : status >= 400 ? "default" : undefined;
  if (key === undefined) {
    report(operationId, `status ${status} is not in the document`);
    return;
  }
  // Errors are shared by all operations.
  const shared = status >= 400;
  const response = shared ? document.components.responses[key] : responses[key];
  if (response.content === undefined) {
    if (responseBody) report(operationId, `response ${status} has a body`);
    return;
  }
  const at = shared ? ["components"] : ["paths", template, method];
  const path = [...at, "responses", key, "content", "application/json", "schema"];
  check(operationId, `response ${status}`, path, responseBody);
  if (status < 400) return;
  if (responseBody.status !== status)
    report(operationId, `response ${status} has another status in its body`);
  if (!codes[status]?.includes(responseBody.code)) {
    report(operationId, `response ${status} has the code ${responseBody.code}`);
  }
}

const seen = new Set();
let count = 0;
for await (const line of createInterface({ input: createReadStream(process.argv[2]) })) {
  const exchange = JSON.parse(line);
  count += 1;
  const operation = operationOf(exchange);
  if (operation === undefined) {
    // A 404 is the right response to an unknown path.
    if (exchange.status !== 404) report(`${exchange.method} ${exchange.path}`, "is not in the document");
    continue;
  }
  seen.add(`${operation.operationId} ${exchange.status}`);
  if (exchange.status < 400 && !exchange.invalidRequest) checkRequest(exchange, operation);
  checkResponse(exchange, operation);
}

for (const { operationId, responses } of operations) {
  for (const status of Object.keys(responses)) {
    if (status.startsWith("2") && !seen.has(`${operationId} ${status}`)) {
      report(operationId, `no exchange with status ${status}`);
    }
  }
}

for (const [difference, times] of [...differences].sort()) console.error(`${difference} (${times})`);
console.log(`${count} exchanges of ${operations.length} operations, ${differences.size} differences`);
if (count === 0 || differences.size > 0) process.exitCode = 1;
