import type { FuzzProperty } from "../property";
import { hostileIds, methodArguments, rawRequests } from "./arguments";
import { bundles } from "./bundles";
import { functionsAndOptions } from "./functions";
import { hostilePages } from "./pages";
import { relay } from "./relay";
import { responses } from "./responses";
import { schemaChecks } from "./schemas";
import { signedRetries } from "./signed-retry";
import { simulatorRequests } from "./simulator-http";
import { simulatorInputs } from "./simulator-inputs";
import { texts } from "./texts";
import { wallets } from "./wallet";
import { webhooks } from "./webhooks";

/** Every property. The numbers of their cases are in proportion to their shares. */
export const properties: readonly FuzzProperty[] = [
  responses,
  schemaChecks,
  methodArguments,
  hostileIds,
  rawRequests,
  hostilePages,
  ...texts,
  ...webhooks,
  ...bundles,
  ...wallets,
  signedRetries,
  ...relay,
  ...functionsAndOptions,
  simulatorRequests,
  ...simulatorInputs,
];
