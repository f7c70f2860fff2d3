/** The JSON between the status page and its script. Everything is text: the script shows it, and interprets nothing. */

/** What a row offers to do. The script sends the row's id, and for a choice the chosen `value`. */
export interface RowControl {
  /** The control's path below `controls/`. */
  action: string;
  /** On the button. */
  label: string;
  /** The values to choose from; absent for a plain button. */
  options?: readonly string[];
  /** The value that is chosen at first. */
  value?: string;
}

/** A longer text about a row, shown on request. */
export interface RowDetail {
  title: string;
  text: string;
  /** Meant for the clipboard. */
  copyable?: boolean;
}

/** One row of a table; `cells` by the names of the table's columns. */
export interface Row {
  id: string;
  cells: Readonly<Record<string, string>>;
  details?: readonly RowDetail[];
  control?: RowControl;
}

/** One page of a table, the newest first. */
export interface RowPage {
  rows: readonly Row[];
  /** From 1 on. */
  page: number;
  pages: number;
  /** The rows of all pages. */
  total: number;
}

/** What the head of the page shows. */
export interface Status {
  /** ISO 8601 in UTC, on the simulator's clock. */
  now: string;
  /** The number of rows of each table. */
  counts: Readonly<Record<string, number>>;
}

/** What became of a control. */
export type Outcome = { message: string } | { error: string };
