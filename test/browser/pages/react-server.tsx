import { renderToString } from "react-dom/server";
import { WalletPage } from "../../../examples/wallet-frameworks/react/wallet-page";

const user = { accountId: "InternalAccount:one", payeeId: "ExternalAccount:one" };

export const render = () => renderToString(<WalletPage user={user} />);
