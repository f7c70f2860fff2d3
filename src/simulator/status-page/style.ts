/** The browser's own colours suit both schemes. */
export const style = `
:root {
  color-scheme: light dark;
  --line: light-dark(#c9d1cd, #3a4540);
  --muted: light-dark(#55645c, #a2b3aa);
  --failed: light-dark(#a8261d, #ffb1a7);
}

body {
  max-width: 90rem;
  margin: 0 auto;
  padding: 1rem;
  background: Canvas;
  color: CanvasText;
  font: 1rem/1.5 system-ui, sans-serif;
}

h1, h2 {
  width: 100%;
  margin: 0;
  font-size: 1.25rem;
}

header, form, nav {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
}

header p {
  margin: 0;
}

nav {
  margin-top: 1rem;
  padding: 0.5rem 0;
  border: solid var(--line);
  border-width: 1px 0;
}

nav a[aria-current="true"] {
  color: CanvasText;
  font-weight: bold;
}

main > form {
  margin: 0.5rem 0;
}

button, select, input:not([type="checkbox"]) {
  box-sizing: border-box;
  min-height: 2rem;
  max-width: 100%;
  font: inherit;
}

#message, .failed {
  color: var(--failed);
}

#rows {
  overflow-x: auto;
}

table {
  width: 100%;
  border-collapse: collapse;
}

th, td {
  padding: 0.4rem 1rem 0.4rem 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
}

th {
  color: var(--muted);
  font-weight: normal;
}

td:first-child {
  white-space: nowrap;
}

pre {
  width: 30rem;
  max-width: 100%;
  max-height: 24rem;
  overflow: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
`;
