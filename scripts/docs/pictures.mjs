/** The pictures that other sites show beside a link to a page. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { resources } from "../readme.mjs";
import { addressOfDocument, addressOfResource } from "./addresses.mjs";
import { documents } from "./documents.mjs";

/** Where the site is published. A placeholder until the organisation exists. Pictures need a whole address. */
const PUBLISHED = "https://payments-sdk.github.io/payments-sdk/";

const SIZE = { width: 1200, height: 630 };

/** The title of each picture, by the address of its page. Other pages share that of the reference. */
const titles = new Map([
  ["index.html", "Pay once, even when the response is lost"],
  ["playground.html", "Playground: a payments service in your browser"],
  ["modules.html", "Reference"],
  ...documents().map(({ path: file, title }) => [addressOfDocument(file), title]),
  ...resources().map(({ resource }) => [addressOfResource(resource), `payments.${resource}`]),
]);

const fileOf = (address) => `assets/pictures/${address.replace(/\.html$/, "").replaceAll("/", "-")}.png`;

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function picture(title) {
  const text = (y, size, color, content) =>
    `<text x="80" y="${y}" font-size="${size}" fill="${color}">${escaped(content)}</text>`;
  // A long title is smaller, so that it fits.
  const size = Math.min(96, Math.floor(1900 / title.length));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" font-family="Geist">`,
    '<rect width="1200" height="630" fill="#14171d"/><rect y="614" width="1200" height="16" fill="#8ab8ff"/>',
    text(115, 40, "#8ab8ff", "payments-sdk"),
    text(345, size, "#e7eaf0", title),
    text(560, 32, "#a9b1c0", "The TypeScript client for the payments service"),
    "</svg>",
  ].join("");
}

/** Draws the pictures. @param {string} out the folder of the site */
export async function writePictures(out) {
  const require = createRequire(import.meta.url);
  await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const font = readFileSync(require.resolve("@expo-google-fonts/geist/500Medium/Geist_500Medium.ttf"));
  mkdirSync(path.join(out, "assets/pictures"), { recursive: true });
  for (const [address, title] of titles) {
    const drawn = new Resvg(picture(title), { font: { fontBuffers: [font], defaultFontFamily: "Geist" } });
    writeFileSync(path.join(out, fileOf(address)), drawn.render().asPng());
  }
}

const contentOf = (html, pattern) => pattern.exec(html)?.[1] ?? "";

/**
 * A page with what other sites show beside a link to it.
 *
 * @param {string} html
 * @param {string} address
 */
export function withPicture(html, address) {
  const facts = {
    "og:type": "website",
    "og:title": contentOf(html, /<title>([^<]*)</),
    "og:description": contentOf(html, /name="description"\s+content="([^"]*)"/),
    "og:url": PUBLISHED + address,
    "og:image": PUBLISHED + fileOf(titles.has(address) ? address : "modules.html"),
    "og:image:width": SIZE.width,
    "og:image:height": SIZE.height,
  };
  const tags = Object.entries(facts).map(
    ([property, content]) => `<meta property="${property}" content="${content}" />`,
  );
  return html.replace(
    "</head>",
    () => `${tags.join("")}<meta name="twitter:card" content="summary_large_image" /></head>`,
  );
}
