/** The front page: a payment in the simulator, and the same payment with a lost response. */
import { startProgram } from "./sandbox";
import type { View } from "./view";

/** `examples/home.ts`, which the build reads. */
declare const HOME_PROGRAM: string;

const LOST = { operation: "transfers.out", kind: "reset-after", times: 1 } as const;

/** What the books say after a run. */
function summaryOf({ requests, transactions }: View): string {
  const sent = requests.filter(([, request]) => request === "POST /transfer-out").length;
  const lost = sent > 1 ? "The response was lost. The client sent the same key again. " : "";
  return `${lost}Requests: ${sent}. Payments: ${transactions.length}.`;
}

/** Gives the buttons of the front page their work. */
export function addHomeDemo(): void {
  const demo = document.getElementById("home-demo");
  if (demo === null) return;
  const find = <T extends HTMLElement>(selector: string) => demo.querySelector(selector) as T;
  const runButton = find<HTMLButtonElement>("[data-pay]");
  const loseButton = find<HTMLButtonElement>("[data-lose]");
  const balance = find("[data-balance]");
  const result = find("output");

  const pay = async (faults: readonly (typeof LOST)[]) => {
    runButton.disabled = loseButton.disabled = true;
    result.textContent = "";
    const printed: string[] = [];
    let last: View | undefined;
    const showView = (view: View) => {
      last = view;
      const [, amount] = view.balances.find(([owner]) => owner === "Platform") ?? [];
      if (amount !== undefined) balance.textContent = String(amount);
    };
    try {
      const started = await startProgram(HOME_PROGRAM, {
        print: (line) => printed.push(line),
        showView,
        faults,
      });
      await started.ended;
      started.stop();
    } catch (error) {
      printed.push(String(error));
    }
    result.textContent = [...printed, last === undefined ? "" : summaryOf(last)].join("\n");
    runButton.disabled = loseButton.disabled = false;
  };
  runButton.disabled = false;
  runButton.addEventListener("click", () => void pay([]).then(() => (loseButton.hidden = false)));
  loseButton.addEventListener("click", () => void pay([LOST]));
}
