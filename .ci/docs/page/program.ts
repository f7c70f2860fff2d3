/** The file that a page loads at the first click: the runner and the editor. */
import { createEditor } from "./editor";
import { explain, run } from "./runner";

/** What the loaded file offers to the page. */
export interface PaymentsProgram {
  readonly createEditor: typeof createEditor;
  readonly explain: typeof explain;
  readonly run: typeof run;
}

declare global {
  var paymentsProgram: PaymentsProgram | undefined;
}

globalThis.paymentsProgram = { createEditor, explain, run };
