/** Bars of ratios as an SVG for light and dark mode. It uses the text's colour, and one for this package. */

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const ROW = 26;
const LABEL = 190;
const BAR = 400;

/** @param {{ title: string, rows: { name: string, ratio: number, low?: number, high?: number }[] }} chart */
export function chart({ title, rows }) {
  const longest = Math.max(...rows.map(({ ratio, high = ratio }) => Math.max(ratio, high)), 1);
  const x = (ratio) => LABEL + (ratio / longest) * BAR;
  const height = ROW * rows.length + 44;
  const bars = rows.map(({ name, ratio, low, high }, index) => {
    const y = 34 + index * ROW;
    const own = name.startsWith("payments-sdk") ? "own" : "peer";
    const spread =
      low === undefined
        ? ""
        : `<line class="spread" x1="${x(low).toFixed(1)}" x2="${x(high).toFixed(1)}" y1="${y + 8}" y2="${y + 8}"/>`;
    return `<text x="${LABEL - 8}" y="${y + 12}" text-anchor="end">${escape(name)}</text>
<rect class="${own}" x="${LABEL}" y="${y}" width="${(x(ratio) - LABEL).toFixed(1)}" height="16" rx="2"/>${spread}
<text x="${(Math.max(x(ratio), x(high ?? ratio)) + 6).toFixed(1)}" y="${y + 12}">${ratio.toFixed(2)} x</text>`;
  });
  const label = `${title}: ${rows.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(", ")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LABEL + BAR + 70} ${height}" role="img" aria-label="${escape(label)}">
<style>
text { font: 12px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; }
.own { fill: #0969da; }
.peer { fill: #8c959f; }
.spread { stroke: #1f2328; stroke-width: 1.5; }
.one { stroke: #8c959f; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .own { fill: #4493f8; }
  .peer { fill: #6e7681; }
  .spread { stroke: #e6edf3; }
}
</style>
<text class="title" x="8" y="18">${escape(title)}</text>
<line class="one" x1="${x(1).toFixed(1)}" x2="${x(1).toFixed(1)}" y1="28" y2="${height - 8}"/>
${bars.join("\n")}
</svg>
`;
}
