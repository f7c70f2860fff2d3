/** The response of a gateway, and whether the service has acted by then. */
interface Replacement {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  after: boolean;
}

const JSON_TYPE = { "Content-Type": "application/json; charset=utf-8" };
const HTML_TYPE = { "Content-Type": "text/html" };
const KONG = { ...JSON_TYPE, Server: "kong/3.9.0" };
const ENVOY = { "Content-Type": "text/plain", Server: "envoy" };
const NGINX = { ...HTML_TYPE, Server: "nginx/1.27.4" };
const AZURE = { ...HTML_TYPE, Server: "Microsoft-Azure-Application-Gateway/v2" };

/** The response that a gateway sends in place of the service's own. */
const replaced = (
  status: number,
  headers: Replacement["headers"],
  body: string,
  after = true,
): Replacement => ({ status, headers, body, after });

const page = (title: string, foot: string): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n` +
  `<hr><center>${foot}</center>\r\n</body>\r\n</html>\r\n`;

/** The error of Kong 3.5 and later. */
const kongError = (message: string): string =>
  `{\n  "message":"${message}",\n  "request_id":"5b5c2a0e6f5e4a7e9d0a3c2f2b8a1d11"\n}`;

/**
 * What gateways between a client and the service send when they give up, as their documents and default pages show it. Most give
 * up after the service has acted: such a response proves nothing about the payment.
 */
export const gatewayFaults = {
  kong: replaced(504, KONG, kongError("The upstream server is timing out")),
  "kong-rate-limit": replaced(
    429,
    { ...KONG, "Retry-After": "1", "RateLimit-Remaining": "0" },
    kongError("API rate limit exceeded"),
    false,
  ),
  envoy: replaced(
    503,
    ENVOY,
    "upstream connect error or disconnect/reset before headers. reset reason: connection termination",
  ),
  "envoy-timeout": replaced(504, ENVOY, "upstream request timeout"),
  nginx: replaced(502, NGINX, page("502 Bad Gateway", NGINX.Server)),
  "nginx-timeout": replaced(504, NGINX, page("504 Gateway Time-out", NGINX.Server)),
  apigee: replaced(
    504,
    JSON_TYPE,
    '{"fault":{"faultstring":"Gateway Timeout","detail":{"errorcode":"messaging.adaptors.http.flow.GatewayTimeout"}}}',
  ),
  "apigee-quota": replaced(
    429,
    JSON_TYPE,
    '{"fault":{"faultstring":"Rate limit quota violation. Quota limit  exceeded. Identifier : _default","detail":{"errorcode":"policies.ratelimit.QuotaViolation"}}}',
    false,
  ),
  azure: replaced(
    500,
    JSON_TYPE,
    '{"statusCode":500,"message":"Internal server error","activityId":"5b5c2a0e-6f5e-4a7e-9d0a-3c2f2b8a1d11"}',
  ),
  "azure-timeout": replaced(504, AZURE, page("504 Gateway Time-out", AZURE.Server)),
  "captive-portal": replaced(
    200,
    HTML_TYPE,
    "<!doctype html><title>Welcome</title><h1>Sign in to the network</h1><form method=post><button>Connect</button></form>",
    false,
  ),
} satisfies Record<string, Replacement>;

/** The name of a gateway, for `kind` of a fault. */
export type GatewayName = keyof typeof gatewayFaults;

export const gatewayNames = Object.keys(gatewayFaults) as GatewayName[];
