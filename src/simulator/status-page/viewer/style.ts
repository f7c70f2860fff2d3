/** The style of the viewer. Controls look as those of the page around it. Its colours and sizes are the tokens'. */
export const viewerStyle = `
.log pre {
  box-sizing: border-box;
  max-width: 100%;
  max-height: 24rem;
  margin: var(--space-2) 0;
  padding: var(--space-2) var(--space-3);
  overflow: auto;
  border-radius: var(--radius-small);
  background: var(--sunken);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

.log :is(pre, code, .key, .path) {
  font-family: var(--mono);
  font-size: var(--small);
}

.filters, .actions, .step > header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2);
}

.filters {
  font-size: var(--small);
}

.filters input {
  flex: 1 1 20rem;
}

.filters select {
  flex: 1 1 5rem;
  min-width: 0;
  max-width: 10rem;
}

.filters .keys {
  display: none;
  color: var(--muted);
}

.pages {
  display: flex;
  align-items: center;
  gap: var(--space-1);
  font-variant-numeric: tabular-nums;
}

.said {
  margin: var(--space-2) 0;
  color: var(--accent);
}

.log {
  container-type: inline-size;
  font-size: var(--small);
}

.calls {
  margin: 0;
  padding: 0;
  list-style: none;
}

.calls > li {
  margin-bottom: -1px;
  border: 1px solid var(--line);
  background: var(--surface);
}

.calls > li:first-child {
  border-radius: var(--radius) var(--radius) 0 0;
}

.calls > li:last-child {
  border-radius: 0 0 var(--radius) var(--radius);
}

.calls > li:only-child {
  border-radius: var(--radius);
}

/* A narrow row has four lines, without a key three. */
.heads, .calls summary {
  display: grid;
  grid-template: "outcome outcome" "operation time" "amount attempts" "key key" / minmax(0, 1fr) auto;
  gap: var(--space-1) var(--space-3);
  align-items: center;
  padding: var(--space-2) var(--space-3);
}

.heads {
  display: none;
  color: var(--muted);
}

.calls summary {
  border-radius: inherit;
  cursor: pointer;
}

.calls summary:hover, .calls details[open] > summary {
  background: var(--accent-soft);
}

.calls details {
  border-radius: inherit;
}

.calls details[open] {
  box-shadow: inset 3px 0 var(--accent);
}

.calls summary:focus-visible {
  outline-offset: -2px;
}

summary .outcome { grid-area: outcome; }
summary .operation { grid-area: operation; }
summary .amount { grid-area: amount; }
summary .key { grid-area: key; }
summary .attempts { grid-area: attempts; }
summary .time { grid-area: time; }

.outcome {
  justify-self: start;
  padding: 0 var(--space-2);
  border-radius: var(--radius-small);
  overflow-wrap: anywhere;
}

.outcome.good { background: var(--accent-soft); color: var(--accent); }
.outcome.lost { background: var(--warn-soft); color: var(--warn); }
.outcome.refused, .outcome.failed { background: var(--danger-soft); color: var(--danger); }

.good { --state: var(--accent); }
.lost { --state: var(--warn); }
.refused, .failed { --state: var(--danger); }

.log b {
  font-weight: 650;
}

.operation, .key, .path {
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.quiet, .key, .path, .attempts, .time {
  color: var(--muted);
}

.amount {
  font-weight: 500;
}

.amount, .attempts, .time, .change {
  font-variant-numeric: tabular-nums;
}

.attempts, .time, .change {
  text-align: right;
  white-space: nowrap;
}

.attempts i {
  display: inline-block;
  width: 0.5rem;
  height: 0.5rem;
  margin-right: var(--space-1);
  border-radius: 50%;
  background: var(--state);
}

.detail {
  padding: 0 var(--space-3);
}

.detail article {
  padding: var(--space-3) 0;
}

.detail article + article {
  border-top: 1px solid var(--line);
}

.detail article > header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2) var(--space-3);
  margin-bottom: var(--space-3);
}

.detail h3, .detail h4, .detail p, .detail dl, .detail dd, .detail ul {
  margin: 0;
  padding: 0;
}

.detail h3, .detail h4 {
  font-size: var(--small);
  font-weight: 650;
}

.detail :is(h3, p) {
  overflow-wrap: anywhere;
}

.detail .quiet {
  font-weight: 400;
}

/* The steps hang on a line. */
.step {
  position: relative;
  padding: 0 0 var(--space-3) var(--space-4);
  border-left: 2px solid var(--line);
  margin-left: var(--space-1);
}

.step:last-of-type {
  border-color: transparent;
  padding-bottom: 0;
}

.step::before {
  content: "";
  position: absolute;
  top: 0.3rem;
  left: calc(-1px - 0.375rem);
  width: 0.75rem;
  height: 0.75rem;
  border-radius: 50%;
  background: var(--state);
}

.step > header {
  justify-content: space-between;
  min-height: 1.5rem;
}

button.json {
  min-height: 1.5rem;
  border-color: var(--line);
  color: var(--accent);
}

.step dl {
  columns: 24rem;
  column-gap: var(--space-4);
}

.step dl > div {
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-2);
  break-inside: avoid;
}

dt {
  color: var(--muted);
}

.step dd, .step .quiet, .step td, .event b {
  overflow-wrap: anywhere;
}

.step table {
  width: 100%;
  max-width: 46rem;
  margin: var(--space-2) 0;
  border-collapse: collapse;
}

.step caption {
  color: var(--muted);
  text-align: left;
  overflow-wrap: anywhere;
}

.step :is(th, td) {
  padding: var(--space-1) var(--space-2) var(--space-1) 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  font-weight: 400;
}

.step th {
  color: var(--muted);
}

.step :is(th, td):last-child {
  padding-right: 0;
  text-align: right;
}

.plus {
  color: var(--accent);
}

.event {
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-1) var(--space-2);
  margin-bottom: var(--space-1);
}

.event ul {
  display: contents;
  list-style: none;
}

.id {
  min-height: 0;
  padding: 0;
  border: 0;
  background: none;
  color: var(--accent);
  text-align: left;
  text-decoration: underline;
  white-space: normal;
  overflow-wrap: anywhere;
}

@container (min-width: 38rem) {
  .calls summary {
    grid-template: "outcome operation time" "key amount attempts" / 15rem minmax(0, 1fr) auto;
  }

  .step {
    display: grid;
    grid-template-columns: 9rem minmax(0, 1fr);
    gap: 0 var(--space-3);
  }

  .step > header {
    align-content: start;
    align-self: start;
  }
}

@container (min-width: 64rem) {
  .heads, .calls summary {
    display: grid;
    grid-template: "outcome operation amount key attempts time" / 15rem minmax(0, 1fr) 16rem 10rem 7rem 4.5rem;
  }

  .amount, .heads > :is(:nth-child(3), :nth-child(5), :nth-child(6)) { text-align: right; }

  .key, .heads > :nth-child(4) { padding-left: var(--space-3); }
}

@media (min-width: 64rem) and (hover: hover) {
  .filters .keys { display: inline; }
}
`;
