import { createSSRApp } from "vue";
import { renderToString } from "vue/server-renderer";
import type { PlatformUser } from "../wallet-basics.js";
import App from "./App.vue";

/** Renders the page on the server. */
export async function render(user: PlatformUser | undefined): Promise<string> {
  return renderToString(createSSRApp(App, { initialUser: user }));
}
