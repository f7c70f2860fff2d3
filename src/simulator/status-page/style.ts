/** The browser's own colours suit both schemes. */
export const style = `
:root {
  color-scheme: light dark;
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
  margin: 0;
  font-size: 1.25rem;
}

header, form, nav {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
}

nav a[aria-current="true"] {
  color: CanvasText;
  font-weight: bold;
}

button, input {
  min-height: 2rem;
  font: inherit;
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
  border-bottom: 1px solid GrayText;
  text-align: left;
  vertical-align: top;
}
`;
