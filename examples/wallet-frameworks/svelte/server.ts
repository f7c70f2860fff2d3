import { render as renderToString } from "svelte/server";
import type { PlatformUser } from "../wallet-basics.js";
import App from "./App.svelte";

/** Renders the page on the server. */
export async function render(user: PlatformUser | undefined): Promise<string> {
  return renderToString(App, { props: { initialUser: user } }).body;
}
