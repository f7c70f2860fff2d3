import { facts } from "./facts.mjs";

export default { fetch: async () => Response.json(await facts()) };
