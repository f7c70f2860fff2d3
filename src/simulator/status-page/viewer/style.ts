/** Its colours follow the scheme of the page. */
export const viewerStyle = `
.filters, .actions {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
  margin: 0.5rem 0;
}

.filters label:first-child {
  flex: 1 1 16rem;
  display: flex;
  align-items: center;
  gap: 0.5rem;
}

.filters input {
  flex: 1;
  min-width: 0;
}

.filters select {
  font: inherit;
  min-height: 2rem;
}

.pages {
  display: flex;
  align-items: center;
  gap: 0.5rem;
}

.range {
  font-variant-numeric: tabular-nums;
}

.calls {
  container-type: inline-size;
  margin: 0;
  padding: 0;
  list-style: none;
  border-top: 1px solid light-dark(#d0d7de, #3d444d);
}

.calls > li {
  border-bottom: 1px solid light-dark(#d0d7de, #3d444d);
}

.calls summary {
  display: grid;
  grid-template-columns: 11rem 13rem minmax(0, 1fr) 6rem 5rem 6.5rem;
  gap: 0 1rem;
  align-items: baseline;
  padding: 0.45rem 0.5rem;
  cursor: pointer;
}

.calls summary:hover, .calls details[open] > summary {
  background: light-dark(#f3f5f7, #20262d);
}

.calls :focus-visible {
  outline: 2px solid light-dark(#0a5dc2, #79b8ff);
  outline-offset: -2px;
}

.calls .path {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: light-dark(#4b5563, #b0b8c1);
}

.calls .operation {
  font-weight: 600;
  overflow-wrap: anywhere;
}

.calls .attempts, .calls .duration, .calls .time {
  font-size: 0.875rem;
  font-variant-numeric: tabular-nums;
  text-align: right;
  white-space: nowrap;
}

.outcome::before {
  content: "";
  display: inline-block;
  width: 0.6rem;
  height: 0.6rem;
  margin-right: 0.5rem;
  border-radius: 50%;
  background: currentcolor;
}

.outcome.good { color: light-dark(#116329, #56d364); }
.outcome.refused { color: light-dark(#8a4600, #f0b429); }
.outcome.failed, .outcome.none { color: light-dark(#b3151d, #ff9492); }

.detail {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  gap: 0 1.5rem;
  padding: 0 0.5rem 0.75rem;
}

.detail:empty {
  padding: 0;
}

.detail .actions, .detail h3 {
  grid-column: 1 / -1;
}

.detail h3, .detail h4 {
  margin: 0.75rem 0 0.25rem;
  font-size: 1rem;
}

.detail h4 {
  font-size: 0.875rem;
}

.detail section {
  min-width: 0;
}

td pre, .detail pre {
  width: 30rem;
  max-height: 24rem;
  overflow: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

.detail pre {
  box-sizing: border-box;
  width: 100%;
  margin: 0;
  padding: 0.5rem;
  font-size: 0.8125rem;
  background: light-dark(#f3f5f7, #20262d);
}

.id {
  min-height: 0;
  padding: 0;
  border: 0;
  background: none;
  color: light-dark(#0a5dc2, #79b8ff);
  font: inherit;
  text-align: left;
  text-decoration: underline;
  overflow-wrap: anywhere;
  cursor: pointer;
}

@container (max-width: 60rem) {
  .calls summary {
    grid-template-columns: minmax(0, 1fr) auto auto;
  }
  .calls .operation { grid-column: 1 / 3; grid-row: 1; }
  .calls .time { grid-column: 3; grid-row: 1; }
  .calls .path { grid-column: 1 / -1; grid-row: 2; }
  .calls .outcome { grid-column: 1; grid-row: 3; }
  .calls .attempts { grid-column: 2; grid-row: 3; }
  .calls .duration { grid-column: 3; grid-row: 3; }
}
`;
