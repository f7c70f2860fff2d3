import type { Wallet } from "payments-sdk/wallet";

/** Shows a sign-in beside the form and leaves the form unchanged. Returns the function that ends this. */
export function followSession(wallet: Wallet, notice: HTMLElement, signInButton: HTMLButtonElement) {
  const show = () => {
    const { status } = wallet.state;
    notice.textContent =
      status === "expiring"
        ? "Your session ends soon. Sign in again to stay signed in."
        : status === "expired"
          ? "Your session has ended. Sign in again to go on."
          : "";
    signInButton.hidden = status !== "expiring" && status !== "expired" && status !== "signed-out";
  };
  signInButton.onclick = async () => {
    try {
      await wallet.signIn({ type: "PASSKEY" });
    } catch {
      notice.textContent = "You are not signed in. Try again.";
    }
  };
  show();
  const stop = wallet.subscribe(show);
  void wallet.restore();
  return stop;
}
