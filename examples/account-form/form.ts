/** A form for a bank account in six countries. It needs no service: `send` shows what your backend would get. */
import { accountFields, accountKindsFor, checkAccount } from "payments-sdk/forms";
import type { AccountField, AccountKindName, AccountTextField } from "payments-sdk/forms";

const countries = ["DE", "GB", "US", "MX", "BR", "KE"];
const form = document.querySelector("form")!;
const fields = document.querySelector<HTMLElement>("#fields")!;
const result = document.querySelector("output")!;
const country = form.elements.namedItem("country") as HTMLSelectElement;
const owner = form.elements.namedItem("owner") as HTMLSelectElement;

const names = new Intl.DisplayNames("en", { type: "region" });
for (const code of countries) country.append(new Option(names.of(code), code));

/** The first kind of account of the country. */
const kind = (): AccountKindName => accountKindsFor({ country: country.value })[0] ?? "EUR_ACCOUNT";

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** One input with its label, its hint and a place for a problem. `name` is the path of the field. */
function textField({ label, hint, example, options, required }: AccountTextField, name: string): HTMLElement {
  const id = `field-${name}`;
  const about = element("small", { id: `${id}-hint` }, hint ?? `For example ${example}`);
  const problem = element("strong", { id: `${id}-problem`, role: "alert" });
  const input =
    options === undefined
      ? element("input", { id, name, autocomplete: "off", required })
      : element("select", { id, name, required }, ...options.map((one) => new Option(one.label, one.value)));
  input.setAttribute("aria-describedby", `${about.id} ${problem.id}`);
  const text = required ? label : `${label} (optional)`;
  return element(
    "p",
    { hidden: options?.length === 1 },
    element("label", { htmlFor: id }, text),
    input,
    about,
    problem,
  );
}

function fieldOf(field: AccountField, path: string): HTMLElement {
  const name = path + field.name;
  if (field.fields === undefined) return textField(field, name);
  const inner = field.fields.filter(({ required }) => required).map((one) => fieldOf(one, `${name}.`));
  return element("fieldset", {}, element("legend", {}, field.label), ...inner);
}

function show(): void {
  const beneficiaryType = owner.value === "BUSINESS" ? "BUSINESS" : "INDIVIDUAL";
  const shown = accountFields(kind(), { beneficiaryType }).filter((field) => field.required);
  fields.replaceChildren(...shown.map((field) => fieldOf(field, "")));
  result.textContent = "";
}

form.addEventListener("change", ({ target }) => {
  if (target === country || target === owner) show();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form));
  delete values["country"];
  delete values["owner"];
  const { accountInfo, problems = [] } = checkAccount(kind(), values);
  for (const place of fields.querySelectorAll("strong")) place.textContent = "";
  for (const input of fields.querySelectorAll("input, select")) input.removeAttribute("aria-invalid");
  for (const { field, message } of problems) {
    document.getElementById(`field-${field}-problem`)!.textContent = message;
    document.getElementById(`field-${field}`)!.setAttribute("aria-invalid", "true");
  }
  form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  // Send it to your backend, which calls `externalAccounts.create`.
  result.textContent = accountInfo === undefined ? "" : JSON.stringify(accountInfo, null, 2);
});

show();
