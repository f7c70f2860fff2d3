/** The tables below the calls, for a page that has no other views. Part of the viewer, for browsers. */
export const tablesScript = String.raw`
function tableOf(title, rows, find) {
  const cells = (name, texts) => texts.map((text) => element(name, {}, ...linked(String(text), find)));
  return element(
    "table",
    { "aria-label": title },
    element("thead", {}, element("tr", {}, ...cells("th", Object.keys(rows[0])))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells("td", Object.values(row))))),
  );
}

/** Shows the rows of each title. A part that the user scrolls or focuses stays. */
function showTables(root, views, find) {
  const known = new Map([...root.children].map((part) => [part.dataset.title, part]));
  const parts = Object.entries(views).filter(([, rows]) => rows.length > 0).map(([title, rows]) => {
    const region = element("div", { class: "table", role: "region", "aria-label": title, tabindex: "0" });
    const part = known.get(title) ?? element("section", { "data-title": title }, element("h3", {}, title), region);
    part.lastChild.replaceChildren(tableOf(title, rows, find));
    return part;
  });
  if (parts.some((part, index) => part !== root.children[index])) root.replaceChildren(...parts);
}
`;
