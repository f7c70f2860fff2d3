import type { Demo } from "./server";

/**
 * Creates a user with an email code for their wallet, so that their first screen is the sign-in. Returns their cookie.
 */
export async function knownUser({ origin }: Demo): Promise<{ name: string; value: string; url: string }> {
  const post = (path: string, body: object, cookie = "") =>
    fetch(`${origin}${path}`, {
      method: "POST",
      headers: { origin, cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const joined = await post("/demo/user", { name: "Ada", email: "ada@example.com" });
  const [cookie = ""] = joined.headers.get("set-cookie")?.split(";") ?? [];
  const { user }: { user: { accountId: string } } = await joined.json();
  const registered = await post(
    "/wallet/auth/credentials",
    { type: "EMAIL_OTP", accountId: user.accountId },
    cookie,
  );
  if (!registered.ok) throw new Error(`the wallet has no credential: ${registered.status}`);
  const [name = "", value = ""] = cookie.split("=");
  return { name, value, url: origin };
}
