import type { Status } from "../shapes";
import { read, send } from "./api";
import { element, one, say } from "./dom";
import { refreshList } from "./table";

const REFRESH_MS = 2000;

const unreachable = "The simulator does not respond.";

const sections = [...document.querySelectorAll<HTMLElement>("main > section")];

/** The view that is open, and the last one when there is no such view. */
let open = sections[0];
let timer: ReturnType<typeof setTimeout> | undefined;
let isReachable = true;

/** Every refresh waits for the one before: what was asked for last is shown last. */
let queue: Promise<void> = Promise.resolve();

async function fetchAll(): Promise<void> {
  const status = await read<Status>("status");
  const lists = [...(open?.querySelectorAll<HTMLElement>("[data-list]") ?? [])];
  const fetched = await Promise.all(lists.map((list) => refreshList(list, act)));
  const wasReachable = isReachable;
  isReachable = status !== undefined && fetched.every(Boolean);
  if (wasReachable !== isReachable)
    say(isReachable ? "The simulator responds again." : unreachable, !isReachable);
  if (status === undefined) return;
  const time = element("time", { datetime: status.now }, status.now.replace("T", " ").replace("Z", " UTC"));
  one(document, "#now", HTMLElement).replaceChildren(time);
  for (const count of document.querySelectorAll<HTMLElement>("[data-count]"))
    count.textContent = String(status.counts[count.dataset["count"] ?? ""] ?? "");
}

/** Shows the present state now, and then every two seconds while the page is visible. */
function refresh(): Promise<void> {
  clearTimeout(timer);
  queue = queue.then(fetchAll).then(() => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") timer = setTimeout(() => void refresh(), REFRESH_MS);
  });
  return queue;
}

/** @param body JSON. */
async function carryOut(action: string, body: string): Promise<boolean> {
  const outcome = await send(action, body);
  const isDone = "message" in outcome;
  say(isDone ? outcome.message : outcome.error, !isDone);
  await refresh();
  return isDone;
}

function act(action: string, input: Readonly<Record<string, unknown>>): void {
  void carryOut(action, JSON.stringify(input));
}

/** What a form asks for: empty fields are left out. */
function inputOf(form: HTMLFormElement): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.name === "")
      continue;
    if (field.type === "checkbox") {
      if (field instanceof HTMLInputElement && field.checked) input[field.name] = true;
    } else if (field.value.trim() !== "") {
      input[field.name] = field.type === "number" ? Number(field.value) : field.value.trim();
    }
  }
  return input;
}

async function restore(form: HTMLFormElement): Promise<void> {
  const file = one(form, "input[type=file]", HTMLInputElement).files?.[0];
  if (file && (await carryOut("world/restore", await file.text()))) form.reset();
}

function follow(): void {
  const name = location.hash.slice(1);
  const wanted = sections.find(({ id }) => id === `view-${name}`) ?? open;
  const isChange = wanted !== open;
  open = wanted;
  for (const section of sections) section.hidden = section !== open;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("body > nav a")) {
    const isOpen = `view-${link.hash.slice(1)}` === open?.id;
    if (isOpen) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (isChange && open) one(open, "h2", HTMLElement).focus();
  void refresh();
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  if (!button) return;
  const { action, by, confirm: question, step } = button.dataset;
  if (action !== undefined) {
    if (question === undefined || confirm(question)) act(action, by === undefined ? {} : { by });
  } else if (step !== undefined) {
    const list = button.closest<HTMLElement>("[data-list]");
    if (list) list.dataset["page"] = String(Number(list.dataset["page"] ?? "1") + Number(step));
    void refresh();
  }
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const { action } = form.dataset;
  if (action === undefined) void restore(form);
  else act(action, inputOf(form));
});

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void refresh();
});
addEventListener("hashchange", follow);
follow();
