import { limitOf } from "./limit.js";
import type { RateLimiters } from "./limit.js";
import { platformOf } from "./platform.js";
import type { Settings } from "./platform.js";

export default {
  fetch(request: Request, settings: Settings & RateLimiters): Response | Promise<Response> {
    const { pathname } = new URL(request.url);
    const { relay, signIn } = platformOf(settings, limitOf(settings));
    if (pathname.startsWith("/wallet/")) return relay(request);
    if (pathname === "/sign-in" && request.method === "POST") return signIn(request);
    return new Response(null, { status: 404 });
  },
};
