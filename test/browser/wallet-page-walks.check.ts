import { useBrowser } from "../support/browser";
import { connectionTests } from "./wallet-page-connection";
import { formTests } from "./wallet-page-form";
import { noticeTests } from "./wallet-page-notices";
import { paymentTests } from "./wallet-page-payments";
import { useWalletPage } from "./wallet-page-support";

const wallet = useWalletPage(useBrowser());

paymentTests(wallet);
formTests(wallet);
connectionTests(wallet);
noticeTests(wallet);
