import { renderToString } from "react-dom/server";
import type { PlatformUser } from "../wallet-page.js";
import { App } from "./app.js";

/** The page as a server sends it. */
export async function render(user: PlatformUser | undefined): Promise<string> {
  return renderToString(<App user={user} />);
}
