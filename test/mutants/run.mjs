/**
 * Plants the defects of a sample in a copy of the last commit, one at a time, and runs tests until one fails.
 *
 *     node test/mutants/run.mjs 23                  # all defects of samples/23.tsv
 *     node test/mutants/run.mjs 23 --count 20       # twenty of them, spread over the sources
 *     node test/mutants/run.mjs 24 --part 1/2       # the first half; a second process can run the other
 *     node test/mutants/run.mjs 24 --all            # with the slow tests, too; otherwise those of `npm test`
 *
 * The test file that found a defect last time runs first, then the files that share most words with the changed function.
 * `--likely 8` is how many of those, `--limit 45` is the seconds for one defect, `--config` is another vitest configuration.
 * The list keeps what was found before. The results of a run go to results/<seed>.tsv, with the numbers as its last lines.
 */
import { execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
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
import { parseArgs } from "node:util";

const project = path.resolve(import.meta.dirname, "../..");

/** A test that is silent for as long as this has an endless loop. */
const ENDLESS_MS = 60_000;

/** One vitest that keeps its modules between runs. It runs in the copy, as a process that can be killed. */
async function serveTests(config, isWhole) {
  const { createVitest } = await import("vitest/node");
  const relative = (file) => path.relative(process.cwd(), file);
  let order = [];
  const rank = ({ moduleId }) => order.indexOf(relative(moduleId));
  class InOrder {
    shard = (files) => files;
    sort = (files) => files.toSorted((a, b) => rank(a) - rank(b));
  }
  const fail = (module, title, errors) =>
    process.send({
      failed: { module: relative(module), title, error: errors?.[0]?.message?.split("\n")[0] },
    });
  const reporter = {
    onTestModuleStart: ({ moduleId }) => process.send({ started: relative(moduleId) }),
    onTestCaseResult: (test) => {
      const { state, errors } = test.result();
      if (state === "failed") fail(test.module.moduleId, test.fullName, errors);
    },
    onTestModuleEnd: (module) => {
      const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
      const errors = [...module.errors(), ...suites];
      if (errors.length > 0) fail(module.moduleId, "(the file)", errors);
      process.send({ ended: relative(module.moduleId) });
    },
  };
  const tier = isWhole ? {} : { project: ["fast", "alone"] };
  const own = { watch: false, bail: 1, maxWorkers: 1, reporters: [reporter], ...tier };
  const vitest = await createVitest(
    "test",
    { config, ...own },
    { test: { ...own, sequence: { sequencer: InOrder } } },
  );
  const all = await vitest.globTestSpecifications();
  process.on("disconnect", () => process.exit());
  process.on("message", async ({ tests, changed }) => {
    for (const file of changed) vitest.invalidateFile(path.resolve(file));
    order = tests;
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    const chosen = all.filter((each) => rank(each) >= 0).sort((a, b) => rank(a) - rank(b));
    const { unhandledErrors } = await vitest
      .runTestSpecifications(chosen)
      .catch((error) => ({ unhandledErrors: [error] }));
    process.send({ done: true, unhandled: unhandledErrors.map(String) });
  });
  process.send({ tests: [...new Set(all.map(({ moduleId }) => relative(moduleId)))] });
}

/** The process above, seen from here. It starts again after an endless loop. */
class Tests {
  #child;
  #changed = new Set();

  constructor(place, options) {
    this.place = place;
    this.options = options;
  }

  async list() {
    if (this.#child === undefined) {
      const stdio = ["ignore", "ignore", process.env.MUTANTS_DEBUG ? "inherit" : "ignore", "ipc"];
      const args = ["test/mutants/run.mjs", "--serve", ...this.options];
      this.#child = spawn(process.execPath, args, { cwd: this.place, stdio, detached: true });
      this.all = await new Promise((resolve, reject) => {
        this.#child.once("message", ({ tests }) => resolve(tests));
        this.#child.once("exit", (code) =>
          reject(new Error(`vitest exited with ${code}. Set MUTANTS_DEBUG=1.`)),
        );
      });
    }
    return this.all;
  }

  write(file, code) {
    writeFileSync(path.join(this.place, file), code);
    this.#changed.add(file);
  }

  stop() {
    this.#child?.removeAllListeners();
    try {
      if (this.#child !== undefined) process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
    this.#child = undefined;
  }

  /** Runs these files in order, until one fails: `{ failed }`, `{ isLate: true }` or `{}`. */
  async run(tests, limitMs) {
    await this.list();
    const child = this.#child;
    const startedMs = Date.now();
    let current = tests[0];
    let failed;
    let lastMs = startedMs;
    return await new Promise((resolve) => {
      const end = (result) => {
        clearInterval(watch);
        child.removeAllListeners();
        resolve(failed === undefined ? result : { failed });
      };
      const killed = (title) => ({ failed: { module: current, title } });
      const watch = setInterval(() => {
        const isEndless = Date.now() - lastMs > ENDLESS_MS;
        if (!isEndless && Date.now() - startedMs < limitMs) return;
        this.stop();
        end(isEndless ? killed("(endless)") : { isLate: true });
      }, 500);
      child.on("message", (message) => {
        lastMs = Date.now();
        if (message.started) current = message.started;
        failed ??= message.failed;
        if (!message.done) return;
        const [error] = message.unhandled;
        end(error === undefined ? {} : { failed: { module: current, title: "(unhandled error)", error } });
      });
      child.once("exit", () => {
        this.stop();
        end(killed("(the process ended)"));
      });
      child.send({ tests, changed: [...this.#changed] });
      this.#changed.clear();
    });
  }
}

const wordsOf = (text) =>
  new Set(
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [],
  );

/** Orders test files for a defect. Rare shared words count more, and those of a file's name most. */
function ranking(tests) {
  const texts = tests.map((test) => {
    const text = readFileSync(path.join(project, test), "utf8");
    return { test, text, words: wordsOf(`${test}\n${text}`), name: wordsOf(test) };
  });
  const count = new Map();
  for (const { words } of texts) for (const word of words) count.set(word, (count.get(word) ?? 0) + 1);
  const weight = (word) => Math.log(tests.length / (count.get(word) ?? tests.length));
  const score = (wanted, words) =>
    [...wanted].filter((word) => words.has(word)).reduce((sum, word) => sum + weight(word), 0);
  const likeliest = (line, defect) => {
    const inside = wordsOf(`${defect.words} ${line.result}`);
    const own = wordsOf(`${path.basename(defect.file)} ${defect.function}`);
    const folder = defect.file.split("/").slice(1, -1)[0] ?? "";
    // A long test file has every word.
    const scoreOf = ({ test, words, name }) =>
      (score(inside, words) / Math.sqrt(words.size) + 3 * score(own, name)) *
      (test.startsWith(`test/${folder}/`) ? 3 : 1);
    return texts.map((each) => [each.test, scoreOf(each)]).sort(([, a], [, b]) => b - a);
  };
  /** The files that have the title of a found defect today. The title leads on after a file has moved. */
  const before = ({ result }) => {
    const [, file, title] = /^found: (\S+): (.*)$/.exec(result) ?? [];
    if (file === undefined) return [];
    const last = title
      .split(" > ")
      .at(-1)
      .replace(/( \[[A-Z0-9, -]+\])+$/, "");
    const titled = texts.filter(({ text }) => text.includes(last)).map(({ test }) => test);
    const renamed = tests.filter((test) => path.basename(test) === path.basename(file));
    return tests.includes(file) ? [file] : titled.length > 0 && titled.length <= 3 ? titled : renamed;
  };
  return (line, defect, likely) => {
    const rest = likeliest(line, defect).map(([test]) => test);
    return [...new Set([...before(line), ...rest.slice(0, likely)])];
  };
}

const facts = ["file", "function", "operator", "before", "after", "nth"];

/** From the strictest: the same place, the same file, the same function elsewhere, the same text anywhere. */
const searches = [
  facts,
  ["file", "operator", "before", "after"],
  ["function", "operator", "before", "after"],
  ["operator", "before", "after"],
];

/** The defect of a line in the sources of today. Undefined if its text is gone, or if several are alike. */
function findAgain(line, defects) {
  for (const search of searches) {
    const alike = defects.filter((defect) => search.every((fact) => String(defect[fact]) === line[fact]));
    if (alike.length === 1) return alike[0];
    if (alike.length > 1 && search !== searches.at(-1)) return alike[line.nth - 1] ?? alike[0];
  }
  return undefined;
}

/** Plants one defect and returns its result as text. A test that fails without the defect counts for nothing. */
async function resultOf(session, defect, tests, sound, limitMs) {
  const code = readFileSync(path.join(session.place, defect.file), "utf8");
  const endMs = Date.now() + limitMs;
  let rest = tests;
  for (;;) {
    session.write(defect.file, code.slice(0, defect.start) + defect.text + code.slice(defect.end));
    const { failed, isLate } = await session.run(rest, endMs - Date.now());
    session.write(defect.file, code);
    if (isLate) return `not decided in ${limitMs / 1000} s`;
    if (failed === undefined) return `survived: ${tests.length} files`;
    const { module, title } = failed;
    if (!sound.has(module)) {
      const clean = await session.run([module], ENDLESS_MS);
      sound.set(module, clean.failed === undefined && !clean.isLate);
    }
    if (sound.get(module)) return `found: ${module}: ${title.replaceAll(/\s+/g, " ")}`;
    rest = rest.slice(rest.indexOf(module) + 1);
    if (rest.length === 0) return `survived: ${tests.length} files`;
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: "string", default: "1000" },
      likely: { type: "string", default: "8" },
      limit: { type: "string", default: "45" },
      part: { type: "string", default: "1/1" },
      config: { type: "string", default: "vitest.config.ts" },
      all: { type: "boolean", default: false },
    },
  });
  const { defectsOf } = await import("./operators.mjs");
  const seed = positionals[0] ?? "23";
  const [part, parts] = values.part.split("/").map(Number);
  const git = (...args) => execFileSync("git", args, { cwd: project, maxBuffer: 2 ** 30 });

  const place = realpathSync(mkdtempSync(path.join(tmpdir(), "payments-sdk-sample-")));
  execFileSync("tar", ["-x", "-C", place], { input: git("archive", "HEAD") });
  symlinkSync(realpathSync(path.join(project, "node_modules")), path.join(place, "node_modules"));
  copyFileSync(import.meta.filename, path.join(place, "test/mutants/run.mjs"));
  const session = new Tests(place, [values.config, values.all ? "all" : ""]);
  process.once("exit", () => {
    session.stop();
    rmSync(place, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

  const sources = String(git("ls-files", "src"))
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file));
  const defects = sources.flatMap((file) => defectsOf(file, readFileSync(path.join(place, file), "utf8")));
  const list = readFileSync(path.join(import.meta.dirname, `samples/${seed}.tsv`), "utf8");
  const [head, ...rows] = list
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  const step = Math.max(1, rows.length / Number(values.count));
  const chosen = rows
    .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .filter((_, index) => index % parts === part - 1)
    .map((cells) => Object.fromEntries(head.map((column, index) => [column, cells[index]])));

  const likely = ranking(await session.list());
  const sound = new Map();
  const results = [];
  const startedMs = Date.now();
  for (const line of chosen) {
    const defect = findAgain(line, defects);
    const lineMs = Date.now();
    const result =
      defect === undefined
        ? "gone"
        : await resultOf(
            session,
            defect,
            likely(line, defect, Number(values.likely)),
            sound,
            values.limit * 1000,
          );
    results.push({ ...line, earlier: line.result, result });
    const seconds = Math.round((Date.now() - lineMs) / 1000);
    console.log(
      `${results.length} of ${chosen.length}, ${seconds} s: ${line.file} ${line.function}\n  ${result}`,
    );
    if (result.startsWith("survived") || result.startsWith("not")) console.log(`  before: ${line.result}`);
  }
  const count = (word, rows = results) => rows.filter(({ result }) => result.startsWith(word)).length;
  const counted = results.filter(({ earlier, result }) => earlier.startsWith("found") && result !== "gone");
  const columns = [...facts, "earlier", "result"];
  const unsound = [...sound].filter(([, isSound]) => !isSound).map(([test]) => test);
  const numbers = [
    `# found ${count("found")}, survived ${count("survived")}, not decided ${count("not")}, gone ${count("gone")}`,
    `# of ${counted.length} that a test found before and that exist: ${count("found", counted)} found`,
    ...(unsound.length > 0 ? [`# failing without a defect: ${unsound.join(", ")}`] : []),
  ];
  const lines = [
    columns.join("\t"),
    ...results.map((row) => columns.map((each) => row[each]).join("\t")),
    ...numbers,
  ];
  const name = parts === 1 ? seed : `${seed}-${part}`;
  mkdirSync(path.join(import.meta.dirname, "results"), { recursive: true });
  writeFileSync(path.join(import.meta.dirname, `results/${name}.tsv`), `${lines.join("\n")}\n`);
  console.log(`${numbers.join("\n")}\n# ${Math.round((Date.now() - startedMs) / 1000)} s`);
  process.exit();
}

if (process.argv[2] === "--serve") await serveTests(process.argv[3], process.argv[4] === "all");
else await main();
