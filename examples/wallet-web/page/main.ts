import { createUser, readUser } from "./demo-calls";
import { loaded } from "./controls";
import { WalletPage } from "./wallet-page";
import { Frame } from "./frame";
import { welcome } from "./views/welcome";

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no #app");
const frame = new Frame(root);

/** The wallet of this user, or the way to one. */
async function start(): Promise<void> {
  const user = await readUser();
  if (user !== null) {
    await new WalletPage(frame, user).start();
    return;
  }
  frame.show(
    welcome(async (name, email) => {
      await createUser(name, email);
      await start();
    }),
  );
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
