import process from "node:process";
import type { Simulator } from "payments-sdk/simulator";

/**
 * Serves a simulator over HTTP in a separate process. Sends the client's variables to the parent, then runs the parent's commands.
 */
export async function serveParent<Command>(
  simulator: Simulator,
  carryOut: (command: Command) => Promise<unknown>,
): Promise<void> {
  process.on("message", (command: Command) => {
    // A failing command ends the process.
    void carryOut(command).then((response) => process.send?.(response));
  });
  // Without a parent, the process is not needed.
  process.once("disconnect", () => process.exit());
  const { url } = await simulator.listen();
  const { clientId, clientSecret } = simulator.clientOptions();
  const env = {
    PAYMENTS_BASE_URL: url,
    PAYMENTS_CLIENT_ID: clientId,
    PAYMENTS_CLIENT_SECRET: clientSecret,
    PAYMENTS_WEBHOOK_PUBLIC_KEY: simulator.webhookPublicKeyHex,
  };
  process.send?.({ env });
}
