import { render as renderToString } from "svelte/server";
import type { PlatformUser } from "../wallet-page.js";
import App from "./App.svelte";

/** The page as a server sends it. */
export async function render(user: PlatformUser | undefined): Promise<string> {
  return renderToString(App, { props: { initialUser: user } }).body;
}
