/** The pictures that other sites show beside a link to a page. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { resources } from "../readme.mjs";
import { addressOfDocument, addressOfResource } from "./addresses.mjs";
import { documents } from "./documents.mjs";

/** Where the site is published. A placeholder until the organisation exists. Pictures need a whole address. */
export const PUBLISHED = "https://payments-sdk.github.io/payments-sdk/";

const SIZE = { width: 1200, height: 630 };

/** The title of each picture, by the address of its page. Other pages share that of the reference. */
const titles = new Map([
  ["index.html", "Pay once, even when the response is lost"],
  ["overview.html", "Overview"],
  ["playground.html", "Playground: a payments service in your browser"],
  ["modules.html", "Reference"],
  ...documents().map(({ path: file, title }) => [addressOfDocument(file), title]),
  ...resources().map(({ resource }) => [addressOfResource(resource), `payments.${resource}`]),
]);

const fileOf = (address) => `assets/pictures/${address.replace(/\.html$/, "").replaceAll("/", "-")}.png`;

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const mark = readFileSync(new URL("mark.svg", import.meta.url), "utf8").replaceAll(/<\/?svg[^>]*>/g, "");

function picture(title) {
  const text = (y, size, color, content, x = 80) =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${color}">${escaped(content)}</text>`;
  // A long title is smaller, so that it fits.
  const size = Math.min(96, Math.floor(1900 / title.length));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" font-family="Geist">`,
    '<rect width="1200" height="630" fill="#0d1312"/><rect y="614" width="1200" height="16" fill="#0a6847"/>',
    `<g transform="translate(80 72) scale(2)">${mark}</g>`,
    text(118, 40, "#e8f0ec", "payments-sdk", 168),
    text(345, size, "#e8f0ec", title),
    text(560, 32, "#a4b5ad", "The TypeScript client for the payments service"),
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

/**
 * What other sites show beside a link to a page, as elements of its head.
 *
 * @param {{ address: string, title: string, description: string }} page
 */
export function pictureTags({ address, title, description }) {
  const facts = {
    "og:type": "website",
    "og:title": title,
    "og:description": description.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
    "og:url": PUBLISHED + address,
    "og:image": PUBLISHED + fileOf(titles.has(address) ? address : "modules.html"),
    "og:image:width": SIZE.width,
    "og:image:height": SIZE.height,
  };
  const tags = Object.entries(facts).map(
    ([property, content]) => `<meta property="${property}" content="${content}" />`,
  );
  return `${tags.join("\n")}\n<meta name="twitter:card" content="summary_large_image" />\n`;
}
