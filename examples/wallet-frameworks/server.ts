/**
 * Serves one of the pages. Vite serves its scripts, and the backend everything else:
 *
 *     tsx server.ts react
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import { toNodeHandler } from "payments-sdk/relay";
import { createServer as createVite } from "vite";
import { createBackend } from "./backend.js";
import { fillTemplate } from "./template.js";

const page = process.argv[2] ?? "react";
const root = fileURLToPath(new URL(`${page}/`, import.meta.url));
const http = createServer();
const vite = await createVite({
  root,
  appType: "custom",
  plugins: [vue(), svelte({ configFile: false })],
  // In a clone of the SDK, this maps the package's name to its sources, for the page and for this server. Elsewhere it
  // does nothing.
  resolve: { tsconfigPaths: true },
  server: { middlewareMode: true, hmr: { server: http } },
});

http.listen(Number(process.env["PORT"] ?? 3000), "localhost", () => {
  const { port } = http.address() as AddressInfo; // A TCP server that listens has an address object.
  const origin = `http://localhost:${String(port)}`;
  const backend = createBackend({
    settings: process.env,
    origin,
    render: async (user) => {
      const template = await readFile(`${root}index.html`, "utf8");
      const { render } = await vite.ssrLoadModule("/server");
      return fillTemplate(await vite.transformIndexHtml("/", template), await render(user), user);
    },
  });
  const handler = toNodeHandler(backend);
  http.on("request", (request, response) => {
    const { url = "" } = request;
    // A client can send `GET //` or `GET *`. Neither is a path.
    if (!/^\/(?!\/)/.test(url)) response.writeHead(400).end();
    else if (/^\/(?:$|\?|wallet\/|platform\/)/.test(url)) void handler(request, response);
    else vite.middlewares(request, response);
  });
  console.log(origin);
});
