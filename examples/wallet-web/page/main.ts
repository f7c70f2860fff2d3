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

/** Loads the wallet's own code. It is most of the page, and the first screen does not need it. */
async function loadWalletPage() {
  return import("./wallet-page").catch((error: unknown) => {
    throw new UnreachableError("the page's code could not be loaded", { cause: error });
  });
}

/** Opens this user's wallet, or the way to create one. */
async function start(): Promise<void> {
  const user = await readUser();
  if (user !== null) {
    const { WalletPage } = await loadWalletPage();
    await new WalletPage(frame, user).start();
    return;
  }
  showWelcome();
  // Loads while the person types. A failure shows when the code is needed.
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
