/** The home page: a payment in the simulator, and the same payment with a lost response. */
import { made } from "./made";
import { startProgram } from "./sandbox";
import type { Sink } from "./sandbox";

/** `examples/home.ts`, which the build reads. */
declare const HOME_PROGRAM: string;

const START = 1_000;
const LOST = { operation: "transfers.out", kind: "reset-after", times: 1 } as const;

type Call = Parameters<Sink["calls"]>[0][number];

/** What the books say after a run. */
function summaryOf(sent: number, payments: number): string {
  const lost = sent > 1 ? "The response was lost. The client sent the same key again. " : "";
  return `${lost}Requests: ${sent}. Payments: ${payments}.`;
}

/** The platform's balance, in dollars. */
function balanceIn({ Accounts = [] }: Parameters<Sink["tables"]>[0]): number {
  const texts = Accounts.filter(({ Owner }) => Owner === "Platform").map(({ Balance = "" }) => Balance);
  const [amount] = (texts.find((text) => text.endsWith(" USD")) ?? "0").split(" ");
  return Number(amount);
}

/** One request of the payment. */
function attemptOf({ method, path, status, fault }: Call): HTMLLIElement {
  const end = fault === undefined ? String(status) : "response lost";
  return made(
    "li",
    { className: fault === undefined ? "good" : "lost" },
    made("code", {}, `${method} ${path}`),
    made("span", {}, end),
  );
}

/** Gives the buttons of the home page their work. */
export function addHomeDemo(): void {
  const demo = document.getElementById("home-demo");
  if (demo === null) return;
  const find = <T extends HTMLElement>(selector: string) => demo.querySelector(selector) as T;
  const runButton = find<HTMLButtonElement>("[data-pay]");
  const loseButton = find<HTMLButtonElement>("[data-lose]");
  const balance = find("[data-balance]");
  const meter = find(".meter > span");
  const attempts = find(".attempts");
  const result = find("output");

  const showBalance = (amount: number) => {
    balance.textContent = amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
    meter.style.inlineSize = `${(amount / START) * 100}%`;
  };
  const pay = async (faults: readonly (typeof LOST)[]) => {
    runButton.disabled = loseButton.disabled = true;
    result.textContent = "";
    attempts.replaceChildren();
    showBalance(START);
    const printed: string[] = [];
    let sent = 0;
    let summary = "";
    const sink: Partial<Sink> = {
      calls: (calls) => {
        const own = calls.filter(({ operation }) => operation === LOST.operation);
        sent += own.length;
        attempts.append(...own.map(attemptOf));
      },
      tables: (tables) => {
        summary = summaryOf(sent, tables["Transactions"]?.length ?? 0);
        // The account is empty before the program funds it.
        if (sent > 0) showBalance(balanceIn(tables));
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
  runButton.addEventListener("click", () => void pay([]));
  loseButton.addEventListener("click", () => void pay([LOST]));
}
