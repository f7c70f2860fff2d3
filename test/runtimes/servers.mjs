/** The servers of the scenario: each fails in its own way. */
import { createServer } from "node:http";

/** A server that counts requests. The first segment of the path chooses its behaviour. */
export function misbehaving() {
  const seen = new Map();
  const json = { "content-type": "application/json" };
  const behaviours = {
    silent: () => {},
    drop: (_request, response) => response.socket.destroy(),
    cut: (_request, response) => {
      response.writeHead(200, { ...json, "content-length": "1000" });
      response.write('{"id":', () => response.socket.destroy());
    },
    stall: (_request, response) => {
      response.writeHead(200, json);
      response.write("{");
    },
    redirect: (_request, response) => response.writeHead(307, { location: "/echo/elsewhere" }).end(),
    html: (_request, response) =>
      response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad</h1>"),
    echo: ({ method, headers }, response, body) => {
      const { accept, authorization, "content-type": type } = headers;
      response.writeHead(200, json).end(JSON.stringify({ method, accept, authorization, type, body }));
    },
    seen: (_request, response) => {
      const counts = [...seen].map(([name, { calls, keys }]) => [name, [calls, keys.size]]);
      seen.clear();
      response.writeHead(200, json).end(JSON.stringify(Object.fromEntries(counts)));
    },
  };
  return createServer((request, response) => {
    const name = request.url.split("/")[1];
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("error", () => {});
    request.on("end", () => {
      if (name !== "seen") {
        const entry = seen.get(name) ?? { calls: 0, keys: new Set() };
        entry.calls += 1;
        if (request.headers["idempotency-key"]) entry.keys.add(request.headers["idempotency-key"]);
        seen.set(name, entry);
      }
      behaviours[name](request, response, Buffer.concat(parts).toString("utf8"));
    });
  });
}

/** A server that reads each write and then drops all connections. On every second write, it also refuses connections for some time. */
export async function restartingServer() {
  const deliveries = {};
  let server;
  let port = 0;
  const start = async () => {
    server = createServer((request, response) => {
      const write = request.headers["x-write"];
      request.resume().on("end", () => {
        if (write === undefined) {
          const body = request.url.endsWith("/deliveries") ? deliveries : { isReady: true };
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
          return;
        }
        deliveries[write] = (deliveries[write] ?? 0) + 1;
        server.closeAllConnections();
        if (Number(write) % 2 === 0) return;
        server.close();
        setTimeout(start, 5);
      });
    });
    await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
    ({ port } = server.address());
  };
  await start();
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export async function listening(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}`;
}
