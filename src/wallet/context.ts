import type { Signer } from "../core/types";
import type { Authorization } from "./authorization";
import type { CodeTargets } from "./code-targets";
import type { PasskeyRecords } from "./passkey-records";
import type { PayloadGuard } from "./payload-check";
import type { PaymentLog } from "./payment-log";
import type { PaymentWatch } from "./payment-watch";
import type { SessionManager } from "./session-manager";
import type { WalletSettings } from "./settings";
import type { WalletCall } from "./wallet-call";

/** The state that the parts of a wallet share. */
export interface WalletContext extends WalletSettings {
  readonly sessionManager: SessionManager;
  readonly payments: PaymentLog;
  readonly watch: PaymentWatch;
  readonly passkeyRecords: PasskeyRecords;
  readonly codeTargets: CodeTargets;
  readonly payloads: PayloadGuard;
  readonly authorization: Authorization;
}

/** A signer that asks for the session only when something must be signed. A first credential needs no signature. */
export function signerOf(
  { payloads }: Pick<WalletContext, "payloads">,
  call: WalletCall,
  session: () => Promise<Signer>,
): Signer {
  return {
    stamp: async (payload, operation) => {
      const signing = await session();
      await payloads.require(call, payload, { operation: operation ?? "" });
      return signing.stamp(payload, operation);
    },
  };
}
