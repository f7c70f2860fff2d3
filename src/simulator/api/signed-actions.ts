import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { sealWalletExport } from "../crypto/bundles";
import {
  authMethodView,
  register,
  requireAnotherCredential,
  requireUnusedKey,
  spendKey,
} from "../domain/credentials";
import { ownerOf } from "../domain/customers";
import { requireCustomer } from "../domain/eligibility";
import { invalidInput } from "../domain/problem";
import type { SessionRecord, SignedAction } from "../domain/records/wallets";
import type { PreparedRegistration } from "../domain/credentials";
import { activeSession, endSessions } from "../domain/sessions";
import { beginSignedRequest, completeSignedRequest } from "../domain/wallet-signatures";
import type { World } from "../domain/world";
import type { RouteResponse } from "../runtime/wire";
import { clientKey, text } from "./formats";
import { bodyReader, parse, queryReader } from "./reader";
import { accepted, created, noContent, ok } from "./route";
import type { Call, SimRequest } from "./route";

export interface SignedActionData {
  ADD_CREDENTIAL: PreparedRegistration;
  REVOKE_CREDENTIAL: { credentialId: string };
  REVOKE_SESSION: { sessionId: string };
  EXPORT_WALLET: { walletId: string; clientPublicKey: string };
}

interface Definition<Data> {
  /** Which of the wallet's active sessions may sign. Default: each. */
  mayBeSignedBy?: (session: SessionRecord, data: Data) => boolean;
  /** Carries the action out. It checks again what may have changed since the initial request. */
  perform: (world: World, data: Data) => RouteResponse | Promise<RouteResponse>;
}

/** Everything that the owner of a wallet signs in the signed-retry pattern, by the name in the text to be signed. */
export const signedActions: { [Name in keyof SignedActionData]: Definition<SignedActionData[Name]> } = {
  ADD_CREDENTIAL: {
    perform: (world, prepared) => created(authMethodView(register(world, prepared))),
  },
  REVOKE_CREDENTIAL: {
    mayBeSignedBy: (session, { credentialId }) => session.credentialId !== credentialId,
    perform: (world, { credentialId }) => {
      requireAnotherCredential(world, world.credentials.get(credentialId));
      world.credentials.delete(credentialId);
      endSessions(world, credentialId);
      return noContent();
    },
  },
  REVOKE_SESSION: {
    perform: (world, { sessionId }) => {
      world.sessions.delete(activeSession(world, sessionId).id);
      return noContent();
    },
  },
  EXPORT_WALLET: {
    perform: async (world, { walletId, clientPublicKey }) => {
      requireWalletOwner(world, walletId);
      const key = parse(clientPublicKey, "clientPublicKey", clientKey);
      requireUnusedKey(world, key);
      spendKey(world, key);
      const { keys, options, random } = world;
      const encryptedWalletCredentials = await sealWalletExport({
        mnemonic: keys.mnemonic(walletId),
        clientPublicKey: key.point,
        organizationId: keys.organizationId,
        entropy: random.bytes(32),
        issuer: options.environment === "production" ? keys.exportIssuer : undefined,
      });
      return ok({ id: walletId, encryptedWalletCredentials });
    },
  },
};

export function requireWalletOwner(world: World, walletId: string): void {
  const owner = ownerOf(world, world.internalAccounts.get(walletId));
  requireCustomer("POST /internal-accounts/{id}/export", owner);
}

/** The account of a list. The contract has no 404 for these lists, so an unknown account is an invalid parameter. */
export function accountOfQuery(world: World, { request }: Call): string {
  const accountId = queryReader(request.query).required("accountId", text);
  if (!world.internalAccounts.has(accountId)) {
    throw invalidInput(`There is no internal account ${accountId}`, { field: "accountId" });
  }
  return accountId;
}

/** Method, path and the very bytes of the body: what a signed request has to repeat. */
function fingerprintOf({ method, path, rawBody }: SimRequest): string {
  return `${method} ${path} ${hex.encode(sha256(rawBody))}`;
}

type Name = keyof SignedActionData;

type Prepared<Action extends Name> = Omit<SignedAction, "action" | "data"> & {
  data: SignedActionData[Action];
};

/** Responds to the initial request of a signed action with a challenge, and carries out the signed request. */
export async function signed<Action extends Name>(
  world: World,
  { request, allRead }: Call,
  action: Action,
  prepare: () => Prepared<Action> | Promise<Prepared<Action>>,
): Promise<RouteResponse> {
  const signature = request.headers.get("Service-Wallet-Signature") ?? "";
  const requestId = request.headers.get("Request-Id") ?? "";
  const fingerprint = fingerprintOf(request);
  if (signature !== "" && requestId !== "") {
    // The initial request had the same body, and its fields were checked.
    if (request.body !== undefined) bodyReader(request.body).allow();
    allRead();
    const { mayBeSignedBy, perform } = signedActions[action];
    // The data of an action are what its own `prepare` put in; the fingerprint binds both to one route.
    const dataOf = (challenge: SignedAction) => challenge.data as SignedActionData[Action];
    return completeSignedRequest(
      world,
      { fingerprint, requestId, signature },
      (session, challenge) => mayBeSignedBy?.(session, dataOf(challenge)) ?? true,
      (challenge) => perform(world, dataOf(challenge)),
    );
  }
  if (signature !== "" || requestId !== "") {
    const missing = signature === "" ? "Service-Wallet-Signature" : "Request-Id";
    throw invalidInput("A signed retry carries Service-Wallet-Signature and Request-Id together", {
      missing,
    });
  }
  const prepared = await prepare();
  allRead();
  return accepted(beginSignedRequest(world, fingerprint, { action, ...prepared }));
}
