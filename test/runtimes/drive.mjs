/** The behaviour of every started relay recipe: it serves its page, and rejects others. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { text } from "node:stream/consumers";

/** Bodies of a sign-in without a usable address. */
const JUNK = ["", "{", "null", "[]", "{}", '{"email":null}', '{"email":"@"}', '{"email":"ada@\\u0000"}'];

/** Spellings of served paths that two servers may read in two ways. */
const TWO_WAYS = [
  "/x/../wallet/quotes/Quote:1",
  "/wallet/x/%2e%2e/quotes/Quote:1",
  "/wallet\\quotes\\Quote:1",
  "/wallet/quotes/..",
  "/./sign-in",
];

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
