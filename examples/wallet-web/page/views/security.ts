import type { AuthMethod, Session } from "payments-sdk";
import { Alert, button, confirm, link, loaded, perform } from "../controls";
import { h, heading, icon } from "../dom";
import type { IconName } from "../dom";
import { needsOtherCredential } from "../errors";
import { foreign, visible } from "../facts";
import { dateTime, time } from "../format";
import type { Shell, View } from "../shell";
import { codeForm } from "./email-code";
import { createPasskeyButton, hasPasskeys, systemName } from "./passkey";
import { signIn } from "./sign-in";

/** The credentials, the signed-in devices, and the recovery phrase. */
export function security(shell: Shell): View {
  return {
    title: "Security",
    body: [
      h(
        "div",
        { class: "sections" },
        heading("Security"),
        section("Ways to sign in", "Each one opens the wallet. Keep two, in case you lose one.", (alert) =>
          loaded("the ways to sign in", () => credentialList(shell, alert)),
        ),
        section(
          "Signed-in devices",
          "Each device has its own key. The key is wiped when the session ends.",
          (alert) => loaded("the devices", () => sessionList(shell, alert)),
        ),
        section("Recovery phrase", "Opens the wallet anywhere, without a passkey or a code.", () =>
          h(
            "div",
            { class: "actions" },
            link("Show the recovery phrase", "#/recovery-phrase", "secondary", "key"),
          ),
        ),
      ),
    ],
  };
}

function section(title: string, text: string, content: (alert: Alert) => Node): HTMLElement {
  const id = title.toLowerCase().replace(/\W+/g, "-");
  const alert = new Alert();
  return h(
    "section",
    { class: "card", "aria-labelledby": id },
    h("h2", { id }, title),
    h("p", { class: "hint" }, text),
    alert.element,
    content(alert),
  );
}

const kinds: Record<string, { name: string; symbol: IconName } | undefined> = {
  PASSKEY: { name: "Passkey", symbol: "key" },
  EMAIL_OTP: { name: "E-mail code", symbol: "mail" },
};

function kindOf({ type }: { type: string }): { name: string; symbol: IconName } {
  return kinds[type] ?? { name: "Other sign-in", symbol: "key" };
}

async function credentialList(shell: Shell, alert: Alert): Promise<Node[]> {
  const { wallet } = shell;
  const { data: credentials } = await wallet.credentials.list();
  const has = (type: string) => credentials.some((credential) => credential.type === type);
  const items = credentials.map((credential) => credentialItem(shell, credential, credentials, alert));
  const addEmail = button("Add e-mail", { symbol: "mail" });
  addEmail.addEventListener("click", () =>
    perform(addEmail, {
      busy: "Sending a code…",
      alert,
      run: async () => {
        shell.step(confirmEmail(shell, await wallet.credentials.register({ type: "EMAIL_OTP" })));
      },
      onError: (error) => shell.handled(error),
    }),
  );
  const passkeyAdded = async () => {
    shell.go("#/security");
    shell.say("The passkey is ready. You can sign in with it from now on.");
  };
  return [
    h("ul", { class: "rows" }, ...items),
    h(
      "div",
      { class: "actions" },
      !has("EMAIL_OTP") && addEmail,
      !has("PASSKEY") && hasPasskeys() && createPasskeyButton(shell, alert, passkeyAdded),
    ),
  ];
}

function credentialItem(
  shell: Shell,
  credential: AuthMethod,
  all: readonly AuthMethod[],
  alert: Alert,
): HTMLElement {
  const { name, symbol } = kindOf(credential);
  const nickname = visible(credential.nickname);
  const remove = button("Remove", { kind: "quiet", name: `Remove ${name} ${nickname}` });
  const others = all.filter(({ id }) => id !== credential.id);
  remove.addEventListener("click", () => {
    void (async () => {
      const isSure = await confirm({
        title: `Remove this way to sign in?`,
        text: `${name} “${nickname}” will no longer open the wallet, and devices that signed in with it are signed out.`,
        action: "Remove",
      });
      if (!isSure) return;
      perform(remove, {
        busy: "Removing…",
        alert,
        run: async () => {
          await shell.wallet.credentials.revoke(credential.id);
          await shell.refresh();
          shell.say(`${name} was removed.`);
        },
        onError: (error) => {
          if (!needsOtherCredential(error)) return shell.handled(error);
          const purpose = `To remove ${name.toLowerCase()} “${nickname}”, sign in with another way first.`;
          shell.step(signIn(shell, others, { purpose }));
          return true;
        },
      });
    })();
  });
  return h(
    "li",
    {},
    h("span", { class: "symbol" }, icon(symbol)),
    h(
      "div",
      { class: "what" },
      h("p", { class: "title" }, name),
      h("p", { class: "hint" }, foreign(credential.nickname)),
    ),
    // The service rejects removing the last one, too.
    others.length > 0 && remove,
  );
}

/** The code proves that the address belongs to the customer. It also opens a session of the new credential. */
function confirmEmail(shell: Shell, credential: AuthMethod): View {
  const code = codeForm(shell, {
    action: "Confirm",
    credential,
    then: async () => {
      await shell.refresh();
      shell.say("E-mail is now a second way to sign in.");
    },
  });
  return {
    title: "Confirm your e-mail",
    body: [h("section", { class: "card narrow" }, heading("Confirm your e-mail"), code.element), code.inbox],
  };
}

async function sessionList(shell: Shell, alert: Alert): Promise<Node[]> {
  const { wallet } = shell;
  const { data: sessions } = await wallet.sessions.list();
  const isHere = ({ id }: Session) => wallet.sessions.held.some((held) => held.id === id);
  const here = sessions.filter(isHere);
  const others = sessions.filter((session) => !isHere(session));
  const system = systemName();
  const rows = [
    // This browser can hold several sessions. "Sign out" ends them all.
    ...(here.length > 0
      ? [deviceRow("This browser", here, system && h("span", { class: "tag" }, system))]
      : []),
    ...others.map((session) =>
      deviceRow("Another device", [session], undefined, endButton(shell, session, alert)),
    ),
  ];
  return [h("ul", { class: "rows" }, ...rows)];
}

/** One device: its sign-in method, start and end. */
function deviceRow(
  name: string,
  sessions: readonly Session[],
  tag?: Node | string,
  end?: HTMLElement,
): HTMLElement {
  return h(
    "li",
    {},
    h("span", { class: "symbol" }, icon("device")),
    h("div", { class: "what" }, h("p", { class: "title" }, name, tag), ...sessions.map(sessionLine)),
    end,
  );
}

function sessionLine(session: Session): HTMLElement {
  return h(
    "p",
    { class: "hint" },
    `${kindOf(session).name} since ${sinceOf(session)}, ends ${time(session.expiresAt)}`,
  );
}

function sinceOf({ createdAt }: Session): string {
  return createdAt ? dateTime(createdAt) : "an unknown time";
}

function endButton(shell: Shell, session: Session, alert: Alert): HTMLElement {
  const name = `Sign out the ${kindOf(session).name} session since ${sinceOf(session)}`;
  const end = button("Sign out", { kind: "quiet", name });
  end.addEventListener("click", () =>
    perform(end, {
      busy: "Signing out…",
      alert,
      run: async () => {
        await shell.wallet.sessions.revoke(session.id);
        await shell.refresh();
        shell.say("The device was signed out.");
      },
      onError: (error) => shell.handled(error),
    }),
  );
  return end;
}
