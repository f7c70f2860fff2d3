/**
 * A server with a limit: it handles `places` requests at once, each for `serviceMs`, and lets the others wait. It also keeps the
 * books: each key executes once. Run with `fork`. It takes `{ isDown }`, and answers each message with its counts.
 */
import { createServer } from "node:http";
import process from "node:process";
import { customer } from "./clients.mjs";

const [places, serviceMs] = process.argv.slice(2).map(Number);
const waiting = [];
const executed = new Set();
let running = 0;
let requests = 0;
/** How long places were taken, all together. */
let busyMs = 0;
let isDown = false;

const json = { "content-type": "application/json" };
const found = JSON.stringify(customer);
const outage = JSON.stringify({ status: 503, code: "SERVICE_UNAVAILABLE", message: "Try again later" });

function respond({ headers, method }, response) {
  const key = headers["idempotency-key"];
  if (key !== undefined) executed.add(key);
  const isTransfer = method === "POST" && key !== undefined;
  const transfer = () => JSON.stringify({ id: `Transaction:${key}`, type: "INCOMING", status: "PENDING" });
  response.writeHead(200, json).end(isTransfer ? transfer() : found);
}

function next() {
  while (running < places && waiting.length > 0) {
    const [request, response] = waiting.shift();
    running += 1;
    const started = performance.now();
    const done = () => {
      running -= 1;
      busyMs += performance.now() - started;
      respond(request, response);
      next();
    };
    if (serviceMs > 0) setTimeout(done, serviceMs);
    else done();
  }
}

const server = createServer((request, response) => {
  requests += 1;
  request.resume().on("end", () => {
    if (isDown) {
      response.writeHead(503, json).end(outage);
      return;
    }
    waiting.push([request, response]);
    next();
  });
});
process.on("message", (message) => {
  isDown = message.isDown ?? isDown;
  process.send({ requests, executed: executed.size, busyMs });
});
server.listen(0, "127.0.0.1", () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
