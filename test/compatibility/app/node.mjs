import { facts } from "./facts.mjs";

console.log(JSON.stringify(await facts()));
