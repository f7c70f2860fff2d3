import type { AuthMethod, Session } from "payments-sdk";
import { OtherCredentialRequiredError, wordsFor } from "payments-sdk/wallet";
import { dateTime, time } from "../format";
import type { Shell, View } from "../shell";
import { confirm, foreign, visible } from "../parts";
import { actions, Alert, button, h, heading, icon, link, loaded, perform, worker } from "../ui";
import type { IconName } from "../ui";
import { codeScreen } from "./email-code";
import { createPasskey, hasPasskeys, signIn, systemName } from "./sign-in";

/** The credentials, the signed-in devices, and the recovery phrase. */
export function security(shell: Shell): View {
  const live = { isLive: true };
  return {
    title: "Security",
    body: [
      h(
        "div.stack.sections",
        heading("Security"),
        section("Ways to sign in", "Each one opens the wallet. Keep two, in case you lose one.", (alert) =>
          loaded("the ways to sign in", () => credentialList(shell, alert), live),
        ),
        section(
          "Signed-in devices",
          "Each device has its own key, which is wiped when its session ends.",
          (alert) => loaded("the devices", () => sessionList(shell, alert), live),
        ),
        section("Recovery phrase", "Opens the wallet anywhere, without a passkey or a code.", () =>
          actions(link("Show the recovery phrase", "#/recovery-phrase", { symbol: "key" })),
        ),
      ),
    ],
  };
}

function section(title: string, text: string, content: (alert: Alert) => Node): HTMLElement {
  const alert = new Alert();
  return h(
    "section.card",
    { "aria-label": title },
    h("h2", title),
    h("p.hint", text),
    alert.element,
    content(alert),
  );
}

const kinds: Record<string, { name: string; symbol: IconName } | undefined> = {
  PASSKEY: { name: "Passkey", symbol: "key" },
  EMAIL_OTP: { name: "E-mail code", symbol: "mail" },
};
const kindOf = ({ type }: { type: string }) =>
  kinds[type] ?? ({ name: "Other sign-in", symbol: "key" } as const);

/** One line of a list, with its button. */
const row = (
  symbol: IconName,
  title: Node | string,
  lines: readonly (Node | undefined)[],
  end?: HTMLElement,
) => {
  const hints = lines.map((line) => h("p.hint", line));
  return h("li", icon(symbol), h("div.what", h("p.title", title), ...hints), end);
};

async function credentialList(shell: Shell, alert: Alert): Promise<Node[]> {
  const { wallet } = shell;
  const { data: credentials } = await wallet.credentials.list();
  const has = (type: string) => credentials.some((credential) => credential.type === type);
  const rows = credentials.map((credential) => {
    const { name, symbol } = kindOf(credential);
    const others = credentials.filter(({ id }) => id !== credential.id);
    // The service rejects removing the last one, too.
    const remove = others.length > 0 ? removeButton(shell, credential, others, alert) : undefined;
    return row(symbol, name, [foreign(credential.nickname)], remove);
  });
  const register = async () => {
    const credential = await wallet.credentials.register({ type: "EMAIL_OTP" });
    const title = "Confirm your e-mail";
    const greeting = "E-mail is now a second way to sign in.";
    // The code proves that the address belongs to the customer. It also opens a session of the new credential.
    shell.step(codeScreen(shell, { title, action: "Confirm", credential, greeting }));
  };
  const mail = { symbol: "mail" } as const;
  const addEmail = worker("Add e-mail", () => ({ busy: "Sending a code…", alert, run: register }), mail);
  const passkeyAdded = async () => {
    shell.go("#/security");
    shell.say("The passkey is ready. You can sign in with it from now on.");
  };
  const addPasskey = !has("PASSKEY") && hasPasskeys() && createPasskey(shell, alert, passkeyAdded);
  return [h("ul.rows", ...rows), actions(!has("EMAIL_OTP") && addEmail, addPasskey)];
}

function removeButton(shell: Shell, credential: AuthMethod, others: AuthMethod[], alert: Alert) {
  const { name } = kindOf(credential);
  const nickname = visible(credential.nickname);
  const run = async () => {
    await shell.wallet.credentials.revoke(credential.id);
    await shell.refresh();
    shell.say(`${name} was removed.`);
  };
  const onError = (error: unknown) => {
    if (!(error instanceof OtherCredentialRequiredError)) return false;
    const { title, sentence, next } = wordsFor(error);
    shell.step(signIn(shell, others, { words: { title, sentence: `${sentence} ${next}`, next } }));
    return true;
  };
  const text = `${name} “${nickname}” will no longer open the wallet, and devices that signed in with it are signed out.`;
  const ask = async () => {
    if (await confirm("Remove this way to sign in?", text, "Remove"))
      perform(element, { busy: "Removing…", alert, run, onError });
  };
  const element: HTMLButtonElement = button("Remove", () => void ask(), {
    name: `Remove ${name} ${nickname}`,
  });
  return element;
}

async function sessionList(shell: Shell, alert: Alert): Promise<Node[]> {
  const { sessions } = shell.wallet;
  const { data } = await sessions.list();
  const isHere = ({ id }: Session) => sessions.held.some((held) => held.id === id);
  const here = data.filter(isHere);
  const system = systemName();
  const title = h("span", "This browser ", system !== undefined && h("span.tag", system));
  // This browser can hold several sessions. "Sign out" ends them all.
  const rows = here.length > 0 ? [row("device", title, here.map(lineOf))] : [];
  for (const session of data.filter((each) => !isHere(each))) {
    const run = async () => {
      await sessions.revoke(session.id);
      await shell.refresh();
      shell.say("The device was signed out.");
    };
    const name = `Sign out the ${kindOf(session).name} session since ${sinceOf(session)}`;
    const end = worker("Sign out", () => ({ busy: "Signing out…", alert, run }), { name });
    rows.push(row("device", "Another device", [lineOf(session)], end));
  }
  return [h("ul.rows", ...rows)];
}

const sinceOf = ({ createdAt }: Session) => (createdAt ? dateTime(createdAt) : "an unknown time");

const lineOf = (session: Session) =>
  h("span", `${kindOf(session).name} since ${sinceOf(session)}, ends ${time(session.expiresAt)}`);
