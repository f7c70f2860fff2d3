import { createSSRApp } from "vue";
import { renderToString } from "vue/server-renderer";
import type { PlatformUser } from "../wallet-page.js";
import App from "./App.vue";

/** The page as a server sends it. */
export async function render(user: PlatformUser | undefined): Promise<string> {
  return renderToString(createSSRApp(App, { initialUser: user }));
}
