/** The behaviour of every started relay recipe: it serves a page, rejects others, and survives any request line. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { attackServer } from "../fuzz/recipes.ts";
import { TWO_WAYS } from "../fuzz/request-lines.ts";

/** Bodies of a sign-in without a usable address. */
const JUNK = ["", "{", "null", "[]", "{}", '{"email":null}', '{"email":"@"}', '{"email":"ada@\\u0000"}'];

/** Request lines that a started recipe gets. */
const LINES = 10_000;

/**
 * The first calls of a page, and the calls that another page must not make.
 *
 * @param {string} base the address of the started recipe
 * @param {string} origin of the platform's pages
 */
export async function drive(base, origin) {
  const post = (address, body, headers = {}) =>
    fetch(`${base}${address}`, {
      method: "POST",
      headers: { origin, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const signedIn = await post("/sign-in", { email: "ada@example.com" });
  assert.equal(signedIn.status, 200);
  const cookie = signedIn.headers.get("set-cookie").split(";")[0];
  const { accountId } = await signedIn.json();
  const list = await fetch(`${base}/wallet/auth/credentials?accountId=${accountId}`, { headers: { cookie } });
  assert.deepEqual([list.status, await list.json()], [200, { data: [] }]);
  const challenge = await post("/wallet/registration-challenge", { accountId }, { cookie });
  assert.equal(challenge.status, 200);
  const foreign = { cookie, origin: "https://evil.example" };
  assert.equal((await post("/wallet/registration-challenge", { accountId }, foreign)).status, 403);
  assert.equal((await post("/wallet/registration-challenge", { accountId })).status, 401);
  assert.equal((await fetch(`${base}/wallet/customers`, { headers: { cookie } })).status, 404);
  for (const junk of JUNK) {
    const headers = { origin, "content-type": "application/json" };
    const response = await fetch(`${base}/sign-in`, { method: "POST", headers, body: junk });
    assert.deepEqual([junk, response.status, await response.json()], [junk, 400, { code: "NO_EMAIL" }]);
  }
  // Before the recipe, its runtime resolves the path or redirects to it. So every part behind it reads one path.
  for (const target of TWO_WAYS) {
    const { pathname, search } = new URL(target, base);
    const response = await get(base, target, { cookie });
    if (response.status === 308) assert.match(response.location, /^\/(?![/\\])/, target);
    else
      assert.deepEqual(
        { target, ...response },
        { target, ...(await get(base, pathname + search, { cookie })) },
      );
  }
}

/** A GET for exactly this path. `fetch` would normalize it. */
async function get(base, path, headers) {
  const { hostname, port } = new URL(base);
  const response = await new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, resolve).on("error", reject).end();
  });
  return { status: response.statusCode, body: await text(response), location: response.headers.location };
}

/**
 * Sends mutated request lines to a started recipe, and prints how often it responded with which status.
 *
 * @param {string} name of the recipe
 * @param {string} base its address
 * @param {{ end: () => string | undefined, runtimeStatus?: number }} server `end`: why its process ended, `undefined` while it runs
 */
export async function fuzz(name, base, server) {
  const seed = Date.now() % 1_000_000;
  const port = Number(new URL(base).port);
  const counts = {};
  for (const status of (await attackServer(name, { port, ...server }, LINES, seed)).values())
    counts[status] = (counts[status] ?? 0) + 1;
  const list = Object.entries(counts).map(([status, count]) => `${count} x ${status}`);
  console.log(`${LINES} request lines to ${name}, seed ${seed}: ${list.join(", ")} (0: only closed)`);
}
