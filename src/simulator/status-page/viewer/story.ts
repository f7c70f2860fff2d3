/** An open call: what happened in each attempt, step by step. Part of the viewer, for browsers. */
export const storyScript = String.raw`
const FACTS = 8;

/** What the client got in place of the response. The rest are the error pages of gateways. */
const MET = {
  refuse: "The connection was refused.",
  "reset-before": "The connection was reset, and the request was lost.",
  "reset-after": "The connection was reset, and the response was lost.",
  "stall-headers": "No response came.",
  "stall-body": "Half of the response came, then nothing.",
  "reset-body": "Half of the response came, then the connection was reset.",
  truncate: "Half of the response came.",
  status: "An error came in place of the response.",
  html: "A page of a proxy came in place of the response.",
  empty: "An empty response came in place of this one.",
  cached: "A cache sent an earlier response.",
};

/** A text in which each id finds its calls. */
function linked(text, find) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(ID)) {
    const [id] = match;
    const link = element("button", { type: "button", class: "id", title: "Show the calls with " + id, onclick: () => find(id) }, id);
    parts.push(text.slice(end, match.index), link);
    end = match.index + id.length;
  }
  return [...parts, text.slice(end)];
}

/** The fields of a JSON value with their paths. Money is one field, and a list of objects its length. */
function factsOf(value, path = "") {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [[path, String(value)]];
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== "object");
    return [[path, isPlain ? value.join(", ") : value.length + (value.length === 1 ? " row" : " rows")]];
  }
  const { amount, currency } = value;
  const { code, decimals } = currency ?? value;
  if (typeof decimals === "number") {
    const isMoney = typeof amount === "number";
    return [[path, isMoney ? (amount / 10 ** decimals).toFixed(decimals) + " " + code : String(code)]];
  }
  return Object.entries(value).flatMap(([name, part]) => factsOf(part, path === "" ? name : path + "." + name));
}

function facts(value, find) {
  const all = factsOf(value);
  if (all.length === 0) return undefined;
  const rows = all.slice(0, FACTS).map(([name, text]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, ...linked(text.slice(0, 300), find))),
  );
  const more = all.length - rows.length;
  return element("div", {}, element("dl", {}, ...rows), more > 0 ? element("p", { class: "quiet" }, more + " more in the JSON.") : "");
}

/** One step of an attempt. Its JSON is one click away. */
function step(kind, title, json, find, ...content) {
  const head = [element("h4", {}, title)];
  const body = element("div", {}, ...content.filter((node) => node !== undefined));
  if (json !== undefined) {
    const text = JSON.stringify(json, null, 2);
    const shown = text.length > TEXT_LIMIT ? text.slice(0, TEXT_LIMIT) + "\n…" : text;
    let pre;
    const toggle = ({ currentTarget }) => {
      if (pre) pre.remove();
      pre = pre ? undefined : element("pre", { tabindex: "0", "aria-label": title + ", JSON" }, ...linked(shown, find));
      if (pre) body.append(pre);
      currentTarget.setAttribute("aria-expanded", pre !== undefined);
    };
    head.push(element("button", { type: "button", class: "json", "aria-expanded": "false", "aria-label": "JSON of: " + title, onclick: toggle }, "JSON"));
  }
  return element("section", { class: "step " + kind }, element("header", {}, ...head), body);
}

const line = (text) => element("p", {}, text);

function entryTable({ memo, postings }, find) {
  const rows = postings.map(({ account, name, change }) =>
    element(
      "tr",
      {},
      element("td", {}, element("b", {}, name), " ", element("span", { class: "quiet" }, ...linked(account, find))),
      element("td", { class: change.startsWith("-") ? "change" : "change plus" }, change),
    ),
  );
  const heads = ["Account", "Change"].map((title) => element("th", { scope: "col" }, title));
  return element(
    "table",
    {},
    element("caption", {}, ...linked(memo, find)),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
  );
}

function eventNode({ id, type }, deliveries, find) {
  const sent = deliveries.filter(({ eventId }) => eventId === id).map(({ attempt, status, error, at, nextAttemptAt }) =>
    element(
      "li",
      {},
      element("span", { class: "outcome " + (status < 300 || status === 409 ? "good" : "refused"), title: at }, String(status ?? error)),
      " delivery " + attempt + " at " + at.slice(11, 19) + (nextAttemptAt ? ", the next at " + nextAttemptAt.slice(11, 19) : ""),
    ),
  );
  const list = sent.length > 0 ? element("ul", {}, ...sent) : element("p", { class: "quiet" }, "Not delivered.");
  return element("div", { class: "event" }, element("b", {}, type), " ", element("span", { class: "quiet" }, ...linked(id, find)), list);
}

const isReplay = ({ response }) => response?.headers["idempotent-replayed"] !== undefined;

/** What the service did. Money that moves later is not part of it. */
function didText({ method, status }, detail) {
  if (status === undefined) return "It did not act.";
  if (isReplay(detail)) return "It knew the key: it sent the stored response again, and did nothing twice.";
  if (status >= 500) return "It failed.";
  if (status >= 400) return "It refused, and did nothing.";
  if (detail.postings.length > 0) return "It moved money.";
  return method === "GET" ? "It read, and changed nothing." : "It did this, and moved no money.";
}

/** What the client can know. */
function clientText({ fault, status, key, method, durationMs, at }, next) {
  const isWhole = fault === undefined || fault === "delay" || fault === "duplicate";
  const met = isWhole ? "It got this response" + (fault ? " (" + fault + ")." : " in " + durationMs + " ms.") : MET[fault] || "The error page of " + fault + " came in place of the response.";
  if (next) {
    const seconds = (Date.parse(next.at) - Date.parse(at)) / 1000;
    return met + " It sent the request again" + (key ? " with the same key" : "") + (seconds > 0 ? ", " + seconds.toFixed(1) + " s later." : ".");
  }
  if (isWhole || method === "GET") return met;
  return met + " It cannot know whether the service acted." + (key ? " With the same key, it can safely send the request again." : "");
}

/** Everything about one attempt, under a heading. */
function attemptNode(call, next, heading, isFirst, detail, { find, source, say }) {
  const node = element("article");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(detail.curl);
      say("Copied. Set PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET to run it.");
    } catch {
      say("The browser did not allow it. Copy the command below.");
      node.append(element("pre", { tabindex: "0", "aria-label": "curl" }, detail.curl));
    }
  };
  const lose = async () => {
    try {
      await source.act("lose", call.operation);
      say("The next response of " + call.operation + " gets lost after the service acted.");
    } catch (error) {
      say(String(error));
    }
  };
  const { request, response, postings, events, deliveries } = detail;
  const address = detail.guide && source.guide(detail.guide);
  const kind = kindOf(call);
  const acted = call.status === undefined ? "lost" : call.status < 400 ? "good" : kind;
  const actions = [
    element("button", { type: "button", onclick: copy }, "Copy as curl"),
    call.operation && element("button", { type: "button", onclick: lose }, "Lose this response next time"),
    address && element("a", { href: address, target: "_blank", rel: "noreferrer" }, "Open in the guide"),
  ].filter((one) => one);
  node.append(
    element("header", {}, heading, isFirst ? element("div", { class: "actions" }, ...actions) : ""),
    step("good", "Request", request, find, element("p", {}, element("code", {}, call.method + " " + call.path)), call.key && element("p", { class: "quiet" }, "Key " + call.key), facts(request.body, find)),
    step(acted, "Service", postings.length > 0 ? postings : undefined, find, line(didText(call, detail)), ...postings.map((entry) => entryTable(entry, find))),
    ...(events.length > 0 ? [step("good", "Events", { events, deliveries }, find, ...events.map((event) => eventNode(event, deliveries, find)))] : []),
    ...(response ? [step(acted, "Response", response, find, line(outcomeOf({ ...call, fault: undefined }) + (call.amount ? " · " + call.amount : "")), isReplay(detail) ? undefined : facts(response.body, find))] : []),
    step(kind, "Client", undefined, find, line(clientText(call, next))),
  );
  return node;
}
`;
