import { accountFields } from "payments-sdk";
import type { AccountField, AccountKindName, AccountTextField } from "payments-sdk";
import type { AccountPayee } from "../../shared";
import { Alert, button, field, form, link, perform, select } from "../controls";
import { addPayee } from "../demo-calls";
import { h, heading } from "../dom";
import { browserLocale } from "../format";
import type { Shell, View } from "../shell";

/** The currencies with a kind of bank account. */
const CURRENCIES =
  "AED BDT BRL BWP CAD COP DKK EGP EUR GBP GHS GTQ HKD HTG IDR INR JMD KES MWK MXN MYR NGN PHP PKR RWF SGD THB TZS UGX USD VND XAF XOF ZAR ZMW".split(
    " ",
  );

type Owner = "INDIVIDUAL" | "BUSINESS";
type Values = Record<string, unknown>;

/** Part of the form: what to show, and how to read it. `read` returns `undefined` after it has shown a mistake. */
interface Part {
  readonly element: HTMLElement;
  read(): unknown;
}

/** A form for a payee with any bank account, or with a UMA address. */
export function newPayee(shell: Shell): View {
  const alert = new Alert();
  const names = new Intl.DisplayNames(browserLocale(), { type: "currency" });
  const kinds = CURRENCIES.map((code) => [code, `Bank account in ${names.of(code)}`] as const);
  const kind = select("How do they get the money?", [["", "UMA address"], ...kinds]);
  const owner = select("Who owns the account?", [
    ["INDIVIDUAL", "A person"],
    ["BUSINESS", "A business"],
  ]);
  const details = h("div", { class: "stack" });
  let uma: Part | undefined;
  let account: AccountPart | undefined;
  const showDetails = () => {
    const currency = kind.input.value;
    owner.element.hidden = currency === "";
    uma = currency === "" ? textPart(umaField, "UMA address") : undefined;
    account = currency === "" ? undefined : new AccountPart(currency, owner.input.value as Owner);
    details.replaceChildren(...(uma === undefined ? [] : [uma.element]), ...(account?.elements ?? []));
  };
  for (const { input } of [kind, owner]) input.addEventListener("change", showDetails);
  showDetails();
  const submit = button("Add payee", { kind: "primary", type: "submit" });
  const add = () => {
    const umaAddress = uma?.read();
    const bank = account?.read();
    const entered = umaAddress === undefined ? bank : { umaAddress: String(umaAddress) };
    if (entered === undefined) return;
    perform(submit, {
      busy: "Adding…",
      alert,
      run: async () => {
        const payee = await addPayee(entered);
        shell.user.payees.push(payee);
        shell.draft.change({ payeeId: payee.id });
        shell.go("#/send");
      },
      onError: (error) => shell.handled(error),
    });
  };
  return {
    title: "New payee",
    body: [
      h(
        "section",
        { class: "card narrow" },
        heading("New payee"),
        form(
          add,
          kind.element,
          owner.element,
          details,
          alert.element,
          h("div", { class: "actions" }, submit, link("Cancel", "#/send", "quiet")),
        ),
      ),
    ],
  };
}

const umaField: AccountTextField = {
  name: "umaAddress",
  required: true,
  format: "$name@domain",
  pattern: "^\\$[\\w.+\\-]{1,64}@[\\w.\\-]{1,180}$",
  example: "$grace@alder.example",
};

/** The fields of a bank account of one currency. */
class AccountPart {
  readonly #currency: string;
  readonly #parts: readonly (Part & { readonly name: string })[];

  constructor(currency: string, owner: Owner) {
    this.#currency = currency;
    // The list of currencies has only those with a kind of account. Otherwise this throws.
    const fields = accountFields(`${currency}_ACCOUNT` as AccountKindName, owner);
    this.#parts = fields.map((each) => ({ name: each.name, ...partOf(each) }));
  }

  get elements(): HTMLElement[] {
    return this.#parts.map(({ element }) => element);
  }

  read(): AccountPayee | undefined {
    const accountInfo = readAll(this.#parts);
    const accountType = `${this.#currency}_ACCOUNT`;
    return accountInfo && { currency: this.#currency, accountInfo: { accountType, ...accountInfo } };
  }
}

/** Reads every part, so that each shows its mistake. The last one with a mistake has the focus, so start at the end. */
function readAll(parts: readonly (Part & { readonly name: string })[]): Values | undefined {
  const read = parts.toReversed().map((part) => [part.name, part.read()] as const);
  if (read.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(read.filter(([, value]) => value !== "").toReversed());
}

function partOf(given: AccountField): Part {
  if (given.fields === undefined) return textPart(given);
  // An owner needs only the required ones.
  const needed = given.fields.filter(({ required }) => required);
  const parts = needed.map((each) => ({ name: each.name, ...partOf(each) }));
  return {
    element: h(
      "fieldset",
      { class: "stack" },
      h("legend", {}, labelOf(given.name)),
      ...parts.map(({ element }) => element),
    ),
    read: () => readAll(parts),
  };
}

function textPart(given: AccountTextField, label = labelOf(given.name)): Part {
  const { required, format, pattern, example, options } = given;
  // Nothing to choose.
  if (options?.length === 1) return { element: h("div", { hidden: true }), read: () => options[0] };
  const name = required ? label : `${label} (optional)`;
  if (options !== undefined) {
    const none = required ? [] : [["", "Not known"] as const];
    const { element, input } = select(name, [...none, ...options.map((each) => [each, each] as const)]);
    return { element, read: () => input.value };
  }
  const { element, input, setError } = field({
    label: name,
    hint: `For example ${example}`,
    attributes: { name: given.name, autocomplete: "off", pattern, required },
  });
  return {
    element,
    read: () => {
      input.value = input.value.trim();
      if (input.validity.valid) return input.value;
      setError(input.value === "" ? "This is missing." : `Enter ${format}.`);
      return undefined;
    },
  };
}

/** `accountNumber` becomes "Account number". */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
