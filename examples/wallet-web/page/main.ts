import { createUser, readUser, signInToPlatform, UnreachableError } from "./backend";
import { connection } from "./connection";
import { Frame } from "./frame";
import { platformSignIn, welcome } from "./screens/welcome";
import { loaded } from "./ui";

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
async function start(): Promise<Node[]> {
  const user = await readUser();
  if (user !== null) {
    const { WalletPage } = await loadWalletPage();
    await new WalletPage(frame, user).start();
    return [];
  }
  showWelcome();
  // Loads while the person types. A failure shows when the code is needed.
  setTimeout(() => loadWalletPage().catch(() => undefined));
  return [];
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
  const other = ["Back", showWelcome] as const;
  frame.show(welcome(create, () => frame.show(platformSignIn({ signIn, other }))));
}

frame.show({ title: "Loading", body: [loaded("your wallet", start)] });
