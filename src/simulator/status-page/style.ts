/** The page around the viewer. Its colours and sizes are the tokens'. */
export const style = `
body {
  max-width: 90rem;
  margin: 0 auto;
  padding: 0 var(--space-3) var(--space-5);
  background: var(--ground);
  color: var(--ink);
  font: var(--body)/1.5 var(--sans);
}

h1, h2, .top p, #message {
  margin: 0;
}

h1 {
  font-size: var(--large);
  font-weight: 650;
}

/* The navigation shows the title of the view. */
h2 {
  position: absolute;
  clip-path: inset(50%);
}

button, input, select {
  box-sizing: border-box;
  min-height: 2rem;
  max-width: 100%;
  padding: 0 var(--space-2);
  border: 1px solid var(--control);
  border-radius: var(--radius-small);
  background: var(--surface);
  color: var(--ink);
  font: inherit;
}

select {
  padding: 0 var(--space-1);
}

button {
  cursor: pointer;
  white-space: nowrap;
}

button:hover:enabled {
  background: var(--accent-soft);
}

button:disabled {
  opacity: 0.5;
  cursor: default;
}

a {
  color: var(--accent);
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}

pre, code {
  font-family: var(--mono);
  font-size: var(--small);
}

.top, .bar > div, .bar form, main > form, #faults, nav {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2);
}

.top {
  padding: var(--space-3) 0;
}

.top svg {
  width: 2rem;
}

.top p {
  color: var(--muted);
  font-size: var(--small);
  overflow-wrap: anywhere;
}

.bar {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: var(--space-2) var(--space-4);
  padding: var(--space-2);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  font-size: var(--small);
}

.bar > div > :first-child {
  color: var(--muted);
}

.bar strong {
  margin-left: var(--space-1);
  color: var(--ink);
  font-weight: 500;
  font-variant-numeric: tabular-nums;
}

.bar div > :last-child {
  flex: 1;
}

.bar input {
  width: 4rem;
}

.bar select {
  flex: 1 1 5rem;
  min-width: 0;
  max-width: 10rem;
}

.bar select:first-child {
  flex-basis: 9.5rem;
}

#now {
  display: inline-block;
}

.chip {
  padding: 0 0 0 var(--space-2);
  border-radius: var(--radius-small);
  background: var(--warn-soft);
  color: var(--warn);
}

.chip button {
  border: 0;
  background: none;
  color: inherit;
}

nav {
  gap: 0 var(--space-3);
  margin: var(--space-3) 0;
  border-bottom: 1px solid var(--line);
}

nav a {
  padding: var(--space-2) 0;
  border-bottom: 3px solid transparent;
  color: var(--muted);
  text-decoration: none;
}

nav a:hover, nav a[aria-current] {
  color: var(--ink);
}

nav a[aria-current] {
  border-color: var(--accent);
  font-weight: 500;
}

#message {
  color: var(--danger);
}

#rows[tabindex] {
  overflow-x: auto;
}

#rows > table {
  width: 100%;
  border-collapse: collapse;
  font-size: var(--small);
}

#rows > table > * > tr > * {
  padding: var(--space-2) var(--space-3) var(--space-2) 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
}

#rows > table :is(th, td:first-child, summary) {
  white-space: nowrap;
}

td > :is(details, form) {
  display: inline-block;
  margin-right: var(--space-2);
  vertical-align: top;
}

#rows > table th {
  color: var(--muted);
  font-weight: 500;
}

td pre {
  width: 30rem;
  max-height: 24rem;
  overflow: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

td summary {
  color: var(--accent);
  cursor: pointer;
}

@media (min-width: 48rem) {
  .bar {
    position: sticky;
    z-index: 1;
    top: var(--space-2);
  }

  /* A focused row is not below the bar. */
  html {
    scroll-padding-top: 8rem;
  }
}
`;
