import { renderToString } from "react-dom/server";
import type { PlatformUser } from "../wallet-basics.js";
import { App } from "./app.js";

/** Renders the page on the server. */
export async function render(user: PlatformUser | undefined): Promise<string> {
  return renderToString(<App user={user} />);
}
