/** The front page: a payment in the simulator, and the same payment with a lost response. */
import { startProgram } from "./sandbox";
import type { Sink } from "./sandbox";

/** `examples/home.ts`, which the build reads. */
declare const HOME_PROGRAM: string;

const LOST = { operation: "transfers.out", kind: "reset-after", times: 1 } as const;

/** What the books say after a run. */
function summaryOf(sent: number, payments: number): string {
  const lost = sent > 1 ? "The response was lost. The client sent the same key again. " : "";
  return `${lost}Requests: ${sent}. Payments: ${payments}.`;
}

/** The platform's balance, such as `750.00 USD`, as a reader writes it. */
function balanceIn({ Accounts = [] }: Parameters<Sink["tables"]>[0]): string {
  const texts = Accounts.filter(({ Owner }) => Owner === "Platform").map(({ Balance = "" }) => Balance);
  const [amount] = (texts.find((text) => text.endsWith(" USD")) ?? "0").split(" ");
  return Number(amount).toLocaleString("en-US", { style: "currency", currency: "USD" });
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
    let sent = 0;
    let summary = "";
    const sink: Partial<Sink> = {
      calls: (calls) => (sent += calls.filter(({ operation }) => operation === LOST.operation).length),
      tables: (tables) => {
        summary = summaryOf(sent, tables["Transactions"]?.length ?? 0);
        balance.textContent = balanceIn(tables);
      },
    };
    try {
      const started = await startProgram(HOME_PROGRAM, {
        print: (line) => printed.push(line),
        sink,
        faults,
      });
      await started.ended;
      started.stop();
    } catch (error) {
      printed.push(String(error));
    }
    result.textContent = [...printed, summary].join("\n");
    runButton.disabled = loseButton.disabled = false;
  };
  runButton.disabled = false;
  runButton.addEventListener("click", () => void pay([]).then(() => (loseButton.hidden = false)));
  loseButton.addEventListener("click", () => void pay([LOST]));
}
