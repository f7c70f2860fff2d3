import { addMoney } from "./screens/add-money";
import { newPayee } from "./screens/new-payee";
import { overview } from "./screens/overview";
import { receipt } from "./screens/receipt";
import { recoveryPhrase } from "./screens/recovery-phrase";
import { security } from "./screens/security";
import { send } from "./screens/send";
import type { Shell, View } from "./shell";

export { pendingPayments } from "./screens/pending";

/** The screens of a signed-in user, each with its entry of the navigation. */
const screens: Readonly<Record<string, readonly [(shell: Shell) => View, string]>> = {
  "#/": [overview, "#/"],
  "#/send": [send, "#/send"],
  "#/new-payee": [newPayee, "#/send"],
  "#/add-money": [addMoney, "#/add-money"],
  "#/security": [security, "#/security"],
  "#/recovery-phrase": [recoveryPhrase, "#/security"],
};

const RECEIPT = "#/activity/";

/** The screen of a route. An unknown route shows the overview. */
export function screenOf(shell: Shell, hash: string): { view: View; place: string } {
  if (hash.startsWith(RECEIPT))
    return { view: receipt(shell, decoded(hash.slice(RECEIPT.length))), place: "#/" };
  const [create, place] = (Object.hasOwn(screens, hash) && screens[hash]) || ([overview, "#/"] as const);
  return { view: create(shell), place };
}

/** Users can type any address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
