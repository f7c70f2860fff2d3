import { execFileSync } from "node:child_process";
import { expect, inject, it } from "vitest";
import { entries } from "../../../scripts/entries.mjs";

/** Imports every entry in a new process, and counts connections, look-ups, requests, written files and timers. */
const program = `
  import dns from "node:dns";
  import fs from "node:fs";
  import net from "node:net";
  import { syncBuiltinESMExports } from "node:module";
  const found = [];
  const watch = (object, ...names) => {
    for (const name of names) object[name] = () => void found.push(name);
  };
  watch(net.Socket.prototype, "connect");
  watch(dns, "lookup", "resolve");
  watch(fs, "writeFile", "writeFileSync", "appendFileSync", "mkdirSync", "createWriteStream");
  watch(globalThis, "fetch", "setInterval", "setTimeout");
  syncBuiltinESMExports();
  for (const specifier of SPECIFIERS) await import(specifier);
  const quiet = found.length;
  setTimeout(() => {}, 1);
  console.log(quiet, found.length);
`;

it("importing every entry connects to nothing, writes nothing and starts no timer", () => {
  const specifiers = entries.map(({ specifier }) => specifier);
  const text = program.replace("SPECIFIERS", JSON.stringify(specifiers));
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", text], {
    cwd: inject("consumer"),
    encoding: "utf8",
  });
  expect(output.trim()).toBe("0 1");
});
