/**
 * Plants a sample of defects, one at a time, and runs the tests that likely see each until one fails. It works in a copy of the last
 * commit. See docs/maintainers/mutation-testing.md.
 *
 *     npm run test:mutants -- --sample 300 --seed 23
 *
 * `test/mutants/samples/<seed>.tsv` has the defects and the last results. A new seed writes a new list. An interrupted run continues.
 * The test file that found a defect last time runs first. A reason why a survivor makes no difference stays.
 * `--part 1/2` and `--part 2/2` are two runs side by side, each with half of the defects.
 */
import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { likelyTests } from "./likely-tests.mjs";
import { allDefects, choose, findAgain, readList, written } from "./sample.mjs";

const at = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const project = at("../../");

/** They check documents, drive Chromium, start processes, or run for long. They are no answer to a defect, or no quick one. */
const left =
  /^test\/(browser|crash|docs|examples|explore|faults|fuzz|package|release|soak)\/|outcomes\.test|long-runs|hostile-texts|relay\/recipes|secrets\/|state-file|simulator\/(command|webhook-command)\./;

/** A test that runs as long as this has an endless loop. */
const ENDLESS_MS = 90_000;

const git = (...args) => execFileSync("git", args, { cwd: project, encoding: "utf8", maxBuffer: 2 ** 30 });

function makeWorkplace() {
  const workplace = realpathSync(mkdtempSync(path.join(tmpdir(), "payments-sdk-sample-")));
  const archive = execFileSync("git", ["archive", "HEAD"], { cwd: project, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", workplace], { input: archive });
  symlinkSync(realpathSync(path.join(project, "node_modules")), path.join(workplace, "node_modules"));
  writeFileSync(path.join(workplace, "session.mjs"), readFileSync(at("session.mjs")));
  return workplace;
}

/** A vitest in a process of its own, so that an endless loop can be ended. */
class Session {
  #child;
  #all;
  #changed = new Set();

  constructor(workplace) {
    this.workplace = workplace;
  }

  async #start() {
    const stdio = ["ignore", "ignore", process.env.MUTANTS_DEBUG ? "inherit" : "ignore", "ipc"];
    const child = spawn(process.execPath, ["session.mjs"], { cwd: this.workplace, stdio, detached: true });
    this.#child = child;
    this.#all = await new Promise((resolve, reject) => {
      child.once("message", ({ ready }) => resolve(ready));
      child.once("exit", (code) => reject(new Error(`vitest ended with ${code}`)));
    });
  }

  async tests() {
    if (this.#child === undefined) await this.#start();
    return this.#all;
  }

  change(file, code) {
    writeFileSync(path.join(this.workplace, file), code);
    this.#changed.add(file);
  }

  stop() {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    child.removeAllListeners();
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  }

  /** Runs test files in this order, until one fails. */
  async run(tests, limitMs) {
    await this.tests();
    const child = this.#child;
    const changed = [...this.#changed];
    this.#changed.clear();
    return await new Promise((resolve) => {
      const ended = new Set();
      let current;
      let failed;
      let sinceMs = Date.now();
      const end = (result) => {
        clearInterval(watch);
        child.removeAllListeners();
        resolve({ ended: ended.size, ...result });
      };
      const startedMs = Date.now();
      const watch = setInterval(() => {
        const nowMs = Date.now();
        const isEndless = current !== undefined && nowMs - sinceMs > ENDLESS_MS;
        if (!isEndless && nowMs - startedMs < limitMs) return;
        this.stop();
        end(
          failed
            ? { failed }
            : isEndless
              ? { failed: { module: current, title: "(endless)" } }
              : { isLate: true },
        );
      }, 500);
      child.on("message", (message) => {
        sinceMs = Date.now();
        if (message.module) current = message.module;
        if (message.ended) {
          ended.add(message.ended);
          current = undefined;
        }
        if (message.failed) failed ??= message.failed;
        if (message.done) {
          const [unhandled] = message.unhandled ?? [];
          end({
            failed:
              failed ??
              (unhandled && { module: current ?? "?", title: "(unhandled error)", error: unhandled }),
          });
        }
      });
      child.once("exit", () => {
        this.stop();
        end({ failed: failed ?? { module: current ?? "?", title: "(the process ended)" } });
      });
      child.send({ tests, changed });
    });
  }
}

const textOf = ({ module, title }) => `found: ${module}: ${title.replaceAll(/\s+/g, " ")}`;

/** The result of one defect as text. A test that fails without the defect, too, counts for nothing. */
async function resultOf(session, defect, tests, unsound, limitMs) {
  const code = readFileSync(path.join(session.workplace, defect.file), "utf8");
  const endMs = Date.now() + limitMs;
  let rest = tests.filter((test) => !unsound.has(test));
  for (;;) {
    session.change(defect.file, code.slice(0, defect.start) + defect.text + code.slice(defect.end));
    const { failed, isLate, ended } = await session.run(rest, endMs - Date.now());
    session.change(defect.file, code);
    if (isLate)
      return {
        result: `not decided: ${ended} of ${rest.length} files passed in ${Math.round(limitMs / 1000)} s`,
      };
    if (failed === undefined) return { result: `survived: ${rest.length} files` };
    const { module } = failed;
    if (!rest.includes(module) || !/time|endless|\(/i.test(`${failed.error} ${failed.title}`))
      return { result: textOf(failed), ...failed };
    // The machine may be busy: is it the defect?
    const again = await session.run([module], ENDLESS_MS * 2);
    if (again.failed === undefined && !again.isLate) return { result: textOf(failed), ...failed };
    unsound.add(module);
    rest = rest.slice(rest.indexOf(module) + 1);
  }
}

/** Measures the sample, and writes its list with the results. */
export async function measure({ sample, seed, limit, likely, part }) {
  process.chdir(project);
  const commit = git("rev-parse", "--short", "HEAD").trim();
  const files = git("ls-files", "src")
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file));
  const list = at(`samples/${seed}.tsv`);
  const partly = at(`results/sample-${seed}-${commit}.ndjson`);
  mkdirSync(at("samples"), { recursive: true });
  mkdirSync(at("results"), { recursive: true });
  const defects = allDefects(files);
  const lines = (
    existsSync(list) ? readList(readFileSync(list, "utf8")) : choose(defects, Number(sample), seed)
  ).map((line) => ({ ...(findAgain(line, defects) ?? line), last: line.result ?? "not run" }));
  const isSame = (a, b) =>
    ["file", "function", "operator", "before", "after", "nth"].every((fact) => a[fact] === b[fact]);
  const results = new Map();
  /** Other parts of this run write there, too. */
  const readResults = () => {
    const text = existsSync(partly) ? readFileSync(partly, "utf8") : "";
    const known = text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    for (const line of lines) {
      const earlier = known.findLast((each) => isSame(each.line, line));
      if (earlier !== undefined) results.set(line, earlier.result);
    }
  };
  readResults();
  // A survivor of a few files gets another chance in a run with more.
  const isDecided = (text) =>
    /^(found|gone)/.test(text) || Number(/^survived: (\d+)/.exec(text)?.[1]) >= Number(likely);
  const workplace = makeWorkplace();
  const session = new Session(workplace);
  const unsound = new Set();
  const clean = () => {
    session.stop();
    rmSync(workplace, { recursive: true, force: true });
  };
  process.once("exit", clean);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const save = () => {
    readResults();
    const rows = lines.map((line) => {
      const result = results.get(line) ?? line.last;
      const isExplained = result.startsWith("survived")
        ? line.last.startsWith("no difference")
        : result === "gone" && line.last.startsWith("gone");
      return { ...line, result: isExplained ? line.last : result };
    });
    writeFileSync(list, written(rows));
  };
  const every = await session.tests();
  const rank = likelyTests(every.filter((test) => !left.test(test)));
  const likeliest = (line, defect) => [
    ...every.filter((test) => line.last.startsWith(`found: ${test}:`)),
    ...rank(defect).slice(0, Number(likely)),
  ];
  const [number, parts] = part.split("/").map(Number);
  // Spread over the sources, so that an interrupted run says something, too.
  const todo = lines
    .map((line, index) => ({ line, order: (index * 7919) % 9973 }))
    .sort((a, b) => a.order - b.order)
    .map(({ line }) => line)
    .filter((_, index) => index % parts === number - 1)
    .filter((line) => !isDecided(results.get(line) ?? ""))
    .sort((a, b) => results.has(a) - results.has(b));
  for (const line of todo) {
    const defect = findAgain(line, defects);
    const startedMs = Date.now();
    const tests = defect === undefined ? [] : [...new Set(likeliest(line, defect))];
    const outcome =
      defect === undefined
        ? { result: "gone" }
        : await resultOf(session, defect, tests, unsound, Number(limit) * 1000);
    results.set(line, outcome.result);
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    appendFileSync(
      partly,
      `${JSON.stringify({ line: { ...line, words: undefined, last: undefined }, ...outcome, seconds })}\n`,
    );
    console.log(
      `${results.size} of ${lines.length}, ${seconds} s: ${line.file} ${line.function} ${line.operator}\n  ${outcome.result}`,
    );
    save();
  }
  save();
  const texts = [...results.values()];
  const count = (word) => texts.filter((text) => text.startsWith(word)).length;
  console.log(
    `found ${count("found")}, survived ${count("survived")}, not decided ${count("not decided")}, gone ${count("gone")}` +
      (unsound.size > 0 ? `, without ${[...unsound].join(", ")}` : ""),
  );
  clean();
}
