import type { PaymentsProgram } from "./program";

/** The folder of the scripts. The running script knows its own address. */
const base = (document.currentScript as HTMLScriptElement | null)?.src ?? document.baseURI;

let loading: Promise<PaymentsProgram> | undefined;

/** Loads the runner and the editor once. A classic script also works in a page that was opened from a folder. */
export function loadProgram(): Promise<PaymentsProgram> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("program.js", base).href;
    script.addEventListener("load", () => resolve(globalThis.paymentsProgram as PaymentsProgram));
    script.addEventListener("error", () => {
      loading = undefined;
      reject(new Error("The runner did not load. Check your connection, and click again."));
    });
    document.head.append(script);
  });
  return loading;
}
