import { WalletStatus } from "./wallet-status";

export default function Page() {
  return <WalletStatus />;
}
