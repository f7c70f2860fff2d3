import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The attributes of a page that load or link something. */
const LINKS = /\s(href|src|srcset|action|poster|data)="([^"]*)"/g;
/** The attributes that load something without a click. */
const LOADED = /<(?:link|script|img|iframe|source|video|audio|object|embed)\b[^>]*>/g;

const decoded = (text) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');

/**
 * The problems in the links of a static site: missing files, missing anchors, and everything that a page would load from another
 * host.
 *
 * @param {string} folder
 * @param {string[]} addresses what other files link to, relative to the folder
 * @returns {string[]}
 */
export function problemsOf(folder, addresses = []) {
  const files = readdirSync(folder, { recursive: true }).map(String);
  const pages = new Map(
    files
      .filter((name) => /\.(?:html|svg)$/.test(name))
      .map((name) => {
        const text = readFileSync(path.join(folder, name), "utf8");
        const anchors = new Set([...text.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => decoded(id)));
        return [name, { text, anchors }];
      }),
  );
  const problems = [];
  const others = addresses.map((link) => ` href="${link}"`).join("");
  pages.set("search.js", { text: others, anchors: new Set() });
  for (const [name, { text, anchors }] of pages) {
    for (const [, , link] of text.matchAll(LINKS)) {
      const target = decoded(link);
      if (/^(?:[a-z]+:|\/\/)/i.test(target)) continue;
      const [where, anchor = ""] = target.split("#");
      const file = where === "" ? name : path.join(path.dirname(name), decodeURIComponent(where));
      if (!existsSync(path.join(folder, file))) problems.push(`${name}: ${target} leads nowhere`);
      else if (anchor !== "" && where === "" && !anchors.has(decodeURIComponent(anchor)))
        problems.push(`${name}: ${target} has no such anchor`);
      // A link to the playground names a call, not an anchor.
      else if (anchor.startsWith("call=")) continue;
      else if (anchor !== "" && where !== "" && !pages.get(file)?.anchors.has(decodeURIComponent(anchor)))
        problems.push(`${name}: ${target} has no such anchor`);
    }
    for (const [element] of text.matchAll(LOADED)) {
      if (/\s(?:href|src|srcset|data)="(?:https?:)?\/\//.test(element))
        problems.push(`${name}: asks another host: ${element}`);
    }
  }
  for (const name of files.filter((file) => file.endsWith(".css"))) {
    const text = readFileSync(path.join(folder, name), "utf8");
    for (const [found] of text.matchAll(/(?:url\(["']?|@import ["'])(?:https?:)?\/\/[^)"']*/g))
      problems.push(`${name}: asks another host: ${found}`);
  }
  return [...new Set(problems)];
}
