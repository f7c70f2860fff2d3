import process from "node:process";
import Fastify from "fastify";
import { receive } from "./webhooks.js";

export const app = Fastify();

// This parser applies to this plugin only. Here the body is raw bytes, elsewhere it is parsed JSON.
app.register(async (scope) => {
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
  scope.post<{ Body: Buffer }>("/webhooks", async (request, response) => {
    return response.code(await receive(request.body, request.headers, process.env)).send();
  });
});

app.post("/orders", async (request, response) => response.code(201).send(request.body));
