import type { PaymentState } from "../../src/react/payment-flow";
import type { Caller } from "./callers";
import { BrokenPromise } from "./properties";
import { later } from "./turns";
import { open, ownerIn, PAYMENT, requireStored } from "./wallet";
import type { Owner, Page } from "./wallet";
import type { World } from "./world";

/** A component that shows the payment and the stored payments of a wallet, as `usePayment` and `usePendingPayments` do. */
class Component {
  readonly #store;
  readonly #end: (() => void)[];
  readonly #focus: (() => void)[] = [];

  constructor({ sources }: World["settings"], { wallet }: Page, confirm: () => boolean) {
    this.#store = sources.storeOf(wallet);
    const { payment, pending } = this.#store;
    const decide = () => {
      const state = payment.current();
      if (state.status === "confirm") (confirm() ? state.confirm : state.decline)();
    };
    this.#end = [
      payment.subscribe(decide),
      pending.subscribe(() => {}),
      this.#listening(() => this.#store.retryOnChange()),
    ];
  }

  get state(): PaymentState {
    return this.#store.payment.current();
  }

  get pending() {
    return this.#store.pending.current();
  }

  /** The customer presses Pay. */
  pay(): Promise<void> {
    return this.#store.payment.pay(PAYMENT);
  }

  /** The customer comes back to the page. */
  focus(): void {
    for (const listener of this.#focus) listener();
  }

  /** React removes the component. */
  unmount(): void {
    for (const end of this.#end) end();
  }

  /** Keeps the listeners of this component apart from those of other histories. */
  #listening(start: () => () => void): () => void {
    const { addEventListener, removeEventListener } = globalThis;
    const set = (add: unknown, remove: unknown) =>
      Object.assign(globalThis, { addEventListener: add, removeEventListener: remove });
    set(
      (event: string, listener: () => void) => event === "focus" && this.#focus.push(listener),
      () => {},
    );
    try {
      const end = start();
      return () => {
        set(
          () => {},
          () => {},
        );
        end();
        set(addEventListener, removeEventListener);
        this.#focus.length = 0;
      };
    } finally {
      set(addEventListener, removeEventListener);
    }
  }
}

/** The customer presses Pay on a page. React can mount the component again at any await. */
export const mounted: Caller = async (world) => {
  const owner = await ownerIn(world);
  const { choices } = world;
  let isForgotten = false;
  let component: Component | undefined;
  const page = open(owner, "the page", async () => {
    if (component === undefined || !choices.happens("the component is mounted again")) return;
    choices.log.push("the component is mounted again");
    const before: string = component.state.status;
    component.unmount();
    component = new Component(world.settings, page, confirm);
    isForgotten ||= before === "sending" && component.state.status === "idle";
  });
  const confirm = () => !owner.knowsOfPayment;
  component = new Component(world.settings, page, confirm);
  /** Nothing loads any more, also for components that are gone. */
  const idle = async () => {
    let made = -1;
    while (made !== choices.made.length || component?.pending.isLoading === true) {
      made = choices.made.length;
      for (let round = 0; round < 5; round += 1) await later();
    }
  };
  await idle();
  for (let stuck = 0; !owner.knowsOfPayment;) {
    await owner.browser.signIn();
    const before = choices.disturbances;
    page.process.begin();
    await component.pay();
    if (isForgotten) throw new BrokenPromise("the page shows idle while a payment is sent");
    choices.log.push(`the page shows ${component.state.status}`);
    component.focus();
    await idle();
    if (component.state.status === "sent") owner.knowsOfPayment = true;
    else await finishShown(owner, component, idle);
    await idle();
    // The customer has to load the page anew.
    if (owner.browser.isBroken) return;
    stuck = choices.disturbances === before ? stuck + 1 : 0;
    if (stuck === 2) throw new BrokenPromise("a payment stays open for ever");
  }
  await requireStored(owner);
};

/** The customer finishes the open payments that the page shows. */
async function finishShown(owner: Owner, component: Component, idle: () => Promise<void>): Promise<void> {
  const { choices } = owner.world;
  const before = choices.disturbances;
  await owner.browser.signIn();
  if (component.pending.error !== undefined) component.focus();
  await idle();
  const { data = [], error } = component.pending;
  for (const { quoteId, outcome } of data) choices.log.push(`the page lists ${quoteId}: ${outcome}`);
  if (error !== undefined) {
    if (choices.disturbances === before && !owner.browser.isBroken)
      throw new BrokenPromise("the page does not load its payments again when the customer comes back");
    return;
  }
  for (const payment of data) {
    if (payment.outcome === "executed") owner.knowsOfPayment = true;
    if (payment.outcome !== "unknown") continue;
    const paid = await payment.finish().catch(() => undefined);
    if (paid?.status !== "PROCESSING") continue;
    owner.knowsOfPayment = true;
    if (component.state.status === "unknown")
      throw new BrokenPromise("the page still shows unknown after the payment was finished");
  }
}
