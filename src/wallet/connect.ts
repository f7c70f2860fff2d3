import type { PaymentsClient } from "../client";
import { PlatformSignInRequiredError } from "../core/api-errors";
import { ConfigurationError } from "../core/errors";
import { anything, text } from "../options/kinds";
import { ownOptions } from "../options/read";
import { check } from "../resources/checks";
import { statesOtherUser } from "./absence";
import { direct, relayed } from "./connection";
import type { Connection } from "./connection";
import { OIDC_TOKEN_MAX_AGE_MS, requireFreshToken } from "./oidc-token";
import type { RelyingParty } from "./options";
import { assertNotSandboxValue, sandboxPasskeys } from "./sandbox";
import type { SessionContext } from "./session-manager";
import type { Obstacle } from "./state";

/** The options, the sessions, and the connection to the service. */
export interface ConnectedContext extends SessionContext, Readonly<ReturnType<typeof connect>> {}

/**
 * Connects a wallet to the service, and resolves the options that only calls need.
 *
 * @param userTold called when the relay has said who the user is
 */
export function connect(
  { options, environment, knownTime, timeSource }: SessionContext,
  userTold: (obstacle: Obstacle | undefined, sentMs: number) => void,
) {
  const connection = options.client
    ? direct(options.client as PaymentsClient)
    : relayed(options, (error, sentMs) => {
        const obstacle = obstacleOf(error);
        // Other errors may come before anybody asks who the user is.
        if (obstacle !== undefined || error === undefined) userTold(obstacle, sentMs);
      });
  if (!options.client) timeSource.serviceTime = connection.serviceTime;
  const passkeys = options.passkeys ?? (environment === "sandbox" ? sandboxPasskeys() : undefined);
  const challengeSource = options.registrationChallenge;
  const registrationChallenge: Connection["registrationChallenge"] = challengeSource
    ? async (call) => ({ challenge: await call.wait(() => challengeSource({ signal: call.signal })) })
    : connection.registrationChallenge;
  return {
    api: connection.api,
    openSession: connection.openSession,
    /** The longest wait for another tab, in milliseconds: the `totalTimeout` of the client or of these options. */
    totalTimeoutMs: connection.totalTimeoutMs,
    registrationChallenge,
    relyingParty: ownOptions<RelyingParty>(options.relyingParty, { id: anything, name: anything }),
    /** Throws a {@link ConfigurationError} when the wallet has none. */
    passkeys: () => passkeys ?? missingPasskeys(),
    /** Rejects an OpenID token that cannot work. */
    requireToken: (oidcToken: string, operation: string) => {
      check(operation, { oidcToken }, { oidcToken: text });
      assertNotSandboxValue(environment, operation, "oidcToken", oidcToken);
      requireFreshToken(oidcToken, operation, knownTime(), options.oidcTokenMaxAge ?? OIDC_TOKEN_MAX_AGE_MS);
    },
  };
}

function obstacleOf(error: unknown): Obstacle | undefined {
  if (error instanceof PlatformSignInRequiredError) return "platform-sign-in-required";
  return statesOtherUser(error) ? "other-user" : undefined;
}

function missingPasskeys(): never {
  throw new ConfigurationError("passkeys", "is missing: in a page pass `browserPasskeys()`");
}
