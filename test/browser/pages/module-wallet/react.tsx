import { renderToString } from "react-dom/server";
import { useWallet } from "../../../../examples/wallet-frameworks/react/use-wallet";
import { wallet } from "./wallet";

function Page() {
  return <p>{useWallet(wallet).status}</p>;
}

export const render = async () => renderToString(<Page />);
