// The page: what came out, or why nothing did, is left where the test finds it.
import { facts } from "./facts.mjs";

globalThis.outcome = facts().catch((error) => ({ failed: String(error?.stack ?? error) }));
