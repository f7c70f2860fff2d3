import type { Shell, View } from "./shell";
import { addMoney } from "./views/add-money";
import { newPayee } from "./views/new-payee";
import { overview } from "./views/overview";
import { recoveryPhrase } from "./views/recovery-phrase";
import { security } from "./views/security";
import { send } from "./views/send";
import { transactionDetail } from "./views/transaction";

export { UnfinishedPayments } from "./unfinished";

const views: Record<string, (shell: Shell) => View> = {
  "#/": overview,
  "#/send": send,
  "#/new-payee": newPayee,
  "#/add-money": addMoney,
  "#/security": security,
  "#/recovery-phrase": recoveryPhrase,
};

/** The navigation entry of a screen. */
const places: Record<string, string> = {
  "#/recovery-phrase": "#/security",
  "#/new-payee": "#/send",
};

const DETAIL = "#/activity/";

/** The screen of a route, for a signed-in user. An unknown route shows the overview. */
export function screenOf(shell: Shell, hash: string): { view: View; place: string } {
  if (hash.startsWith(DETAIL)) {
    return { view: transactionDetail(shell, decoded(hash.slice(DETAIL.length))), place: "#/" };
  }
  const create = Object.hasOwn(views, hash) ? views[hash] : undefined;
  if (create === undefined) return { view: overview(shell), place: "#/" };
  return { view: create(shell), place: places[hash] ?? hash };
}

/** Users can type any address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
