import { createVisitor, readVisitor } from "./backend";
import { loaded } from "./controls";
import { WalletPage } from "./wallet-page";
import { Frame } from "./frame";
import { welcome } from "./views/welcome";

const root = document.getElementById("app");
if (root === null) throw new Error("the page has no #app");
const frame = new Frame(root);

/** The wallet of this visitor, or the way to one. */
async function start(): Promise<void> {
  const visitor = await readVisitor();
  if (visitor !== null) {
    await new WalletPage(frame, visitor).start();
    return;
  }
  frame.show(
    welcome(async (name, email) => {
      await createVisitor(name, email);
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
