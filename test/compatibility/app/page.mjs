// The page leaves its result or error where the test finds it.
import { facts } from "./facts.mjs";

globalThis.outcome = facts().catch((error) => ({ failed: String(error?.stack ?? error) }));
