import { accountFields, checkAccount } from "payments-sdk/forms";
import type { AccountField, AccountKindName, AccountTextField } from "payments-sdk/forms";
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
    uma = currency === "" ? umaPart() : undefined;
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

/** One input: what to show, and what the customer typed. */
interface Input {
  readonly path: string;
  readonly element: HTMLElement;
  value(): string;
  setError(message: string): void;
}

/** The fields of a bank account of one currency. */
class AccountPart {
  readonly #currency: string;
  readonly #kind: AccountKindName;
  readonly #inputs: Input[] = [];
  readonly elements: readonly HTMLElement[];

  constructor(currency: string, owner: Owner) {
    this.#currency = currency;
    // The list of currencies has only those with a kind of account. Otherwise this throws.
    this.#kind = `${currency}_ACCOUNT` as AccountKindName;
    const fields = accountFields(this.#kind, { beneficiaryType: owner });
    this.elements = fields.map((each) => this.#elementOf(each, ""));
  }

  #elementOf(given: AccountField, path: string): HTMLElement {
    if (given.fields === undefined) {
      const input = inputOf(given, path + given.name);
      this.#inputs.push(input);
      return input.element;
    }
    // An owner needs only the required ones.
    const inner = given.fields.filter(({ required }) => required);
    const elements = inner.map((each) => this.#elementOf(each, `${path}${given.name}.`));
    return h("fieldset", { class: "stack" }, h("legend", {}, given.label), ...elements);
  }

  /** The account, or `undefined` after each mistake is shown. */
  read(): AccountPayee | undefined {
    const values = Object.fromEntries(this.#inputs.map((input) => [input.path, input.value()]));
    const { accountInfo, problems = [] } = checkAccount(this.#kind, values);
    // The first mistake has the focus, so it is shown last.
    for (const { path, setError } of this.#inputs.toReversed()) {
      const problem = problems.find(({ field: at }) => at === path);
      if (problem !== undefined) setError(problem.message);
    }
    return accountInfo && { currency: this.#currency, accountInfo: { ...accountInfo } };
  }
}

function inputOf({ required, label, hint, example, options }: AccountTextField, path: string): Input {
  const none = () => undefined;
  // Nothing to choose.
  if (options?.length === 1) {
    const [only] = options;
    return { path, element: h("div", { hidden: true }), value: () => only?.value ?? "", setError: none };
  }
  const name = required ? label : `${label} (optional)`;
  if (options !== undefined) {
    const unknown = required ? [] : [["", "Not known"] as const];
    const choices = options.map((each) => [each.value, each.label] as const);
    const { element, input } = select(name, [...unknown, ...choices]);
    return { path, element, value: () => input.value, setError: none };
  }
  const attributes = { name: path, autocomplete: "off", required };
  const { element, input, setError } = field({
    label: name,
    hint: hint ?? `For example ${example}`,
    attributes,
  });
  return { path, element, value: () => input.value, setError };
}

const UMA = /^\$[\w.+-]{1,64}@[\w.-]{1,180}$/;

/** The address of a payee with a UMA account. */
function umaPart(): Part {
  const { element, input, setError } = field({
    label: "UMA address",
    hint: "For example $grace@alder.example",
    attributes: { name: "umaAddress", autocomplete: "off", required: true },
  });
  return {
    element,
    read: () => {
      const value = input.value.trim();
      if (UMA.test(value)) return value;
      setError(value === "" ? "This is missing." : "Enter $name@domain.");
      return undefined;
    },
  };
}
