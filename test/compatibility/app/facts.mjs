// The content of every bundle: all exports of each entry, and one journey through each.
import * as root from "payments-sdk";
import * as relay from "payments-sdk/relay";
import * as simulator from "payments-sdk/simulator";
import * as wallet from "payments-sdk/wallet";
import * as webhooks from "payments-sdk/webhooks";
import { journeys } from "./journeys.mjs";

const missing = Object.entries({ root, relay, simulator, wallet, webhooks })
  .flatMap(([entry, names]) =>
    Object.entries(names).map(([name, value]) => ({ name: `${entry}.${name}`, value })),
  )
  .filter(({ value }) => value === undefined)
  .map(({ name }) => name);

export const facts = async (options) => ({ missing, ...(await journeys(options)) });
