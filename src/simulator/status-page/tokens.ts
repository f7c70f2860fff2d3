/** The colours, sizes and spaces of the site, the status page and the demo. The demo has a copy, and a test keeps it equal. */
export const tokens = `
:root {
  color-scheme: light dark;

  /* Surfaces: the page, what lies on it, what is cut into it (code), and lines. Borders of controls have 3:1. */
  --ground: light-dark(#fbfcfb, #0d1312);
  --surface: light-dark(#ffffff, #151d1b);
  --sunken: light-dark(#f1f5f3, #111917);
  --line: light-dark(#dce4e0, #27332f);
  --control: light-dark(#72847b, #71837b);
  --shadow: 0 1px 2px rgb(10 30 22 / 8%), 0 12px 32px -16px rgb(10 30 22 / 28%);

  /* Text has 4.5:1 on each surface and on its own soft colour. */
  --ink: light-dark(#12201a, #e8f0ec);
  --muted: light-dark(#506058, #a4b5ad);

  /* Jade: links, actions, what is paid. */
  --accent: light-dark(#0a6847, #5fd8a6);
  --accent-strong: light-dark(#064d34, #96ebc8);
  --accent-soft: light-dark(#e0f3ea, #12352a);
  --on-accent: light-dark(#ffffff, #03261a);

  /* Ember: what was lost or needs care. */
  --warn: light-dark(#9c3d06, #ffb07c);
  --warn-soft: light-dark(#fdeee3, #3b2214);

  /* Red: what failed, and what cannot be undone. */
  --danger: light-dark(#a8231d, #ffa79e);
  --danger-soft: light-dark(#fcebe9, #3d1916);
  --on-danger: light-dark(#ffffff, #3a0a06);

  /* Code. */
  --code-keyword: light-dark(#96307c, #f2a2dc);
  --code-string: light-dark(#0a6847, #83dfb4);
  --code-number: light-dark(#9c3d06, #ffb07c);
  --code-function: light-dark(#1d55a8, #93bfff);
  --code-type: light-dark(#0c6371, #7fd3e0);
  --code-comment: light-dark(#5a6a62, #93a59c);

  /* Type: six sizes and two families. */
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "Liberation Mono", monospace;
  --small: 0.875rem;
  --body: 1rem;
  --large: 1.125rem;
  --title: 1.375rem;
  --display: clamp(1.75rem, 1.4rem + 1.5vw, 2.25rem);
  --huge: clamp(2.25rem, 1.6rem + 2.9vw, 3.5rem);

  /* Space: six steps. */
  --space-1: 0.25rem;
  --space-2: 0.5rem;
  --space-3: 1rem;
  --space-4: 1.5rem;
  --space-5: 2.5rem;
  --space-6: 4rem;

  --radius: 14px;
  --radius-small: 8px;
}
`;
