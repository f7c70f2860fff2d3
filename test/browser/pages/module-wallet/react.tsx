import { renderToString } from "react-dom/server";
import { useWallet, WalletProvider } from "payments-sdk/react";
import { wallet } from "./wallet";

function Page() {
  return <p>{useWallet().state.status}</p>;
}

export const render = async () =>
  renderToString(
    <WalletProvider wallet={wallet}>
      <Page />
    </WalletProvider>,
  );
