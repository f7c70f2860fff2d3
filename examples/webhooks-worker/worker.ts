import { receive } from "./webhooks.js";
import type { Settings } from "./webhooks.js";

export default {
  async fetch(request: Request, settings: Settings): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname !== "/webhooks" || request.method !== "POST") return new Response(null, { status: 404 });
    return new Response(null, { status: await receive(await request.text(), request.headers, settings) });
  },
};
