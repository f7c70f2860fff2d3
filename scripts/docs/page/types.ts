/** The types of the package in an editor: completion, hover, and errors at their line. They load after the first keystroke. */
import { autocompletion } from "@codemirror/autocomplete";
import { lintGutter } from "@codemirror/lint";
import { Compartment } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import {
  tsAutocompleteWorker,
  tsFacetWorker,
  tsHoverWorker,
  tsLinterWorker,
  tsSyncWorker,
} from "@valtown/codemirror-ts";
import type { WorkerShape } from "@valtown/codemirror-ts/worker";
import { wrap } from "comlink";
import { loadScript } from "./load";

declare global {
  /** The code of the worker, which `types.js` sets. A page that was opened from a folder can load it, too. */
  var paymentsTypes: string | undefined;
}

let service: Promise<WorkerShape> | undefined;
let editors = 0;

async function startService(): Promise<WorkerShape> {
  await loadScript("types.js");
  const code = new Blob([globalThis.paymentsTypes ?? ""], { type: "text/javascript" });
  const worker = wrap(new Worker(URL.createObjectURL(code))) as WorkerShape;
  await worker.initialize();
  return worker;
}

function knowing(worker: WorkerShape): Extension {
  editors += 1;
  return [
    tsFacetWorker.of({ worker, path: `/program-${editors}.ts` }),
    tsSyncWorker(),
    tsLinterWorker(),
    autocompletion({ override: [tsAutocompleteWorker()] }),
    tsHoverWorker(),
  ];
}

/** Lets an editor know the types as soon as somebody types. */
export function types(): Extension {
  const place = new Compartment();
  let isAsked = false;
  const onInput = EditorView.updateListener.of(({ transactions, view }) => {
    const isInput = transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"));
    if (isAsked || !isInput) return;
    isAsked = true;
    service ??= startService();
    service.then(
      (worker) => view.dispatch({ effects: place.reconfigure(knowing(worker)) }),
      () => {
        // Without a connection. The next keystroke tries again.
        service = undefined;
        isAsked = false;
      },
    );
  });
  return [place.of([]), lintGutter(), onInput];
}
