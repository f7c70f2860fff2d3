import { accountFields, checkAccount } from "payments-sdk/forms";
import type { AccountField, AccountKindName, AccountTextField } from "payments-sdk/forms";
import type { AccountPayee, UmaPayee } from "../../shared";
import { addPayee } from "../backend";
import { browserLocale } from "../format";
import type { Shell, View } from "../shell";
import { select } from "../parts";
import { actions, Alert, button, card, field, form, h, heading, link, perform } from "../ui";

/** The currencies with a kind of bank account. */
const CURRENCIES =
  "AED BDT BRL BWP CAD COP DKK EGP EUR GBP GHS GTQ HKD HTG IDR INR JMD KES MWK MXN MYR NGN PHP PKR RWF SGD THB TZS UGX USD VND XAF XOF ZAR ZMW".split(
    " ",
  );

/** Part of the form: what to show, and how to read it. `read` returns `undefined` after it has shown a mistake. */
interface Part {
  readonly elements: readonly HTMLElement[];
  read(): UmaPayee | AccountPayee | undefined;
}

/** A form for a payee with any bank account, or with a UMA address. */
export function newPayee(shell: Shell): View {
  const alert = new Alert();
  const names = new Intl.DisplayNames(browserLocale(), { type: "currency" });
  const kinds = CURRENCIES.map((code) => [code, `Bank account in ${names.of(code)}`] as const);
  // By what the customer reads.
  kinds.sort(([, one], [, other]) => one.localeCompare(other, browserLocale()));
  const kind = select("How do they get the money?", [["", "UMA address"], ...kinds]);
  const owner = select("Who owns the account?", [
    ["INDIVIDUAL", "A person"],
    ["BUSINESS", "A business"],
  ]);
  const details = h("div.stack");
  let part: Part;
  const showDetails = () => {
    const currency = kind.input.value;
    owner.element.hidden = currency === "";
    part =
      currency === "" ? umaPart() : accountPart(currency, owner.input.value as "INDIVIDUAL" | "BUSINESS");
    details.replaceChildren(...part.elements);
  };
  for (const { input } of [kind, owner]) input.addEventListener("change", showDetails);
  showDetails();
  const submit = button("Add payee", undefined, { kind: "primary" });
  const add = () => {
    const entered = part.read();
    if (entered === undefined) return;
    const run = async () => {
      const payee = await addPayee(entered);
      shell.user.payees.push(payee);
      shell.draft.change({ payeeId: payee.id });
      shell.go("#/send");
    };
    perform(submit, { busy: "Adding…", alert, run });
  };
  const ways = actions(submit, link("Cancel", "#/send"));
  const body = form(add, kind.element, owner.element, details, alert.element, ways);
  return { title: "New payee", body: [card(heading("New payee"), body)] };
}

/** One input: what to show, and what the customer typed. */
interface Input {
  readonly path: string;
  readonly element: HTMLElement;
  value(): string;
  setError(message: string): void;
}

/** The fields of a bank account of one currency. */
function accountPart(currency: string, beneficiaryType: "INDIVIDUAL" | "BUSINESS"): Part {
  // The list of currencies has only those with a kind of account. Otherwise this throws.
  const kind = `${currency}_ACCOUNT` as AccountKindName;
  const inputs: Input[] = [];
  const elementOf = (given: AccountField, path: string): HTMLElement => {
    if (given.fields === undefined) {
      const input = inputOf(given, path + given.name);
      inputs.push(input);
      return input.element;
    }
    // An owner needs only the required ones.
    const inner = given.fields.filter(({ required }) => required);
    const elements = inner.map((each) => elementOf(each, `${path}${given.name}.`));
    return h("fieldset.stack", h("legend", given.label), ...elements);
  };
  const elements = accountFields(kind, { beneficiaryType }).map((each) => elementOf(each, ""));
  const read = () => {
    const values = Object.fromEntries(inputs.map((input) => [input.path, input.value()]));
    const { accountInfo, problems = [] } = checkAccount(kind, values);
    // The first mistake has the focus, so it is shown last.
    for (const { path, setError } of inputs.toReversed()) {
      const problem = problems.find(({ field: at }) => at === path);
      if (problem !== undefined) setError(problem.message);
    }
    return accountInfo && { currency, accountInfo: { ...accountInfo } };
  };
  return { elements, read };
}

function inputOf({ required, label, hint, example, options }: AccountTextField, path: string): Input {
  const setError = () => undefined;
  // Nothing to choose.
  if (options?.length === 1)
    return { path, element: h("div", { hidden: true }), value: () => options[0]?.value ?? "", setError };
  const name = required ? label : `${label} (optional)`;
  if (options !== undefined) {
    const unknown = required ? [] : [["", "Not known"] as const];
    const { element, input } = select(name, [
      ...unknown,
      ...options.map((each) => [each.value, each.label] as const),
    ]);
    return { path, element, value: () => input.value, setError };
  }
  const text = field(name, { name: path, autocomplete: "off", required }, hint ?? `For example ${example}`);
  return { path, element: text.element, value: () => text.input.value, setError: text.setError };
}

const UMA = /^\$[\w.+-]{1,64}@[\w.-]{1,180}$/;

/** The address of a payee with a UMA account. */
function umaPart(): Part {
  const attributes = { name: "umaAddress", autocomplete: "off", required: true };
  const { element, input, setError } = field("UMA address", attributes, "For example $grace@alder.example");
  const read = () => {
    const umaAddress = input.value.trim();
    if (UMA.test(umaAddress)) return { umaAddress };
    setError(umaAddress === "" ? "This is missing." : "Enter $name@domain.");
    return undefined;
  };
  return { elements: [element], read };
}
