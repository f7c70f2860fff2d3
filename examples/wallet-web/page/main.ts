import { connection } from "./connection";
import { loaded } from "./controls";
import { createUser, readUser, signInToPlatform } from "./demo-calls";
import { UnreachableError } from "./errors";
import { Frame } from "./frame";
import { platformSignIn } from "./views/platform-sign-in";
import { welcome } from "./views/welcome";

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no #app");
connection.start();
const frame = new Frame(root);

/** The wallet's own code: most of the page, and not needed to read the first screen. */
async function loadWalletPage() {
  return import("./wallet-page").catch((error: unknown) => {
    throw new UnreachableError("the page's code could not be loaded", { cause: error });
  });
}

/** The wallet of this user, or the way to one. */
async function start(): Promise<void> {
  const user = await readUser();
  if (user !== null) {
    const { WalletPage } = await loadWalletPage();
    await new WalletPage(frame, user).start();
    return;
  }
  showWelcome();
  // While the person types. A failure shows when it is needed.
  setTimeout(() => loadWalletPage().catch(() => undefined));
}

function showWelcome(): void {
  const create = async (name: string, email: string) => {
    await createUser(name, email);
    await start();
  };
  const signIn = async (email: string) => {
    await signInToPlatform(email);
    await start();
  };
  frame.show(welcome(create, () => frame.show(platformSignIn({ signIn, back: showWelcome }))));
}

frame.show({
  title: "Loading",
  body: [
    loaded("your wallet", async () => {
      await start();
      return [];
    }),
  ],
});
