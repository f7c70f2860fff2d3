// The rules of this project's doc comments and words, as an ESLint plugin. `eslint --fix` rewrites what it can.
import { englishProblems } from "./docs/english.mjs";

const TAGS = ["param", "returns", "throws", "example", "deprecated", "see", "module"];

const CALL = String.raw`(?:GET|POST|PUT|PATCH|DELETE) /\S*[^\s.,;:]`;
const SECTION = String.raw`sections? [\d.]*\d(?:(?:, | and | to )[\d.]*\d)*`;
const CITATION = new RegExp(
  `^(?:${CALL}|RFC \\d+(?:, ${SECTION})?|(?!Specification|Contract)[A-Z][\\w .-]+, (?:${SECTION}|"[^"]+"))$`,
);

/** The simulator's sources and the tests may cite the service's own documents. Users of the package cannot open those. */
const SERVICE_DOCUMENT = new RegExp(`^(?:specification|contract), (?:"[^"]+"|${CALL})$`);
const isPublished = (filename) => /(?:^|[\\/])src[\\/](?!simulator[\\/])/.test(filename);

/** The replacement of each word. Identifiers are compared word by word: `answerOf` contains "answer". */
const WORDS = [
  [/^answer(?:s|ed|ing)?$/i, "response"],
  [/^repl(?:y|ies|ied)$/i, "response"],
  [/^legs?$/i, "initial request or signed request"],
  [/^keepers?$/i, "SessionManager"],
  [/^visitors?$/i, "user"],
  [/^members?$/i, "field (JSON) or property (object)"],
  [/^(?:done|gone)Meta$/i, "a name that says what is known"],
];
const PHRASES = [
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|fewer\b|less\b|other\b)/gi, "is not, or must be"],
];

/** The doc comments of a file, each with its lines and their offsets. */
function docComments(sourceCode) {
  return sourceCode
    .getAllComments()
    .filter((comment) => comment.type === "Block" && comment.value.startsWith("*"))
    .map((comment) => {
      let offset = comment.range[0];
      const lines = sourceCode
        .getText()
        .slice(...comment.range)
        .split("\n")
        .map((text) => {
          const line = { text, start: offset, content: text.replace(/^\s*(?:\/\*\*|\*(?!\/))? ?/, "") };
          line.content = line.content.replace(/\s*\*\/$/, "");
          offset += text.length + 1;
          return line;
        });
      return { comment, lines };
    });
}

/** A rule about the lines of doc comments. `check` gets each line, and a function that reports it. */
function lineRule(description, check) {
  return {
    meta: { type: "suggestion", fixable: "code", schema: [], docs: { description } },
    create: (context) => ({
      Program() {
        for (const doc of docComments(context.sourceCode)) {
          doc.isPublished = isPublished(context.filename);
          let fenced = false;
          for (const [index, line] of doc.lines.entries()) {
            if (/^```/.test(line.content)) fenced = !fenced;
            if (fenced) continue;
            check(
              line,
              (message, replacement) => {
                const at = context.sourceCode.getLocFromIndex(line.start);
                const fix =
                  replacement === undefined
                    ? undefined
                    : (fixer) => {
                        const start = line.start + line.text.indexOf(line.content);
                        return fixer.replaceTextRange(
                          [start, start + line.content.length],
                          replacement(line),
                        );
                      };
                context.report({ loc: at, message, fix });
              },
              { ...doc, index },
            );
          }
        }
      },
    }),
  };
}

const throws = lineRule("`@throws {ClassName}`, one class for each tag", (line, report) => {
  const after = /(?:^|\s)@throws\b\s*(.*)$/.exec(line.content)?.[1];
  if (after === undefined || /^\{[A-Z]\w*\} \S/.test(after)) return;
  const bare = /^\{?([A-Z]\w*(?:(?: \| |, | or )[A-Z]\w*)*)\}?\s+(\S.*)$/.exec(after);
  const names = bare?.[1].split(/ \| |, | or /);
  const canFix = names !== undefined && line.content.startsWith("@throws");
  const fix = ({ text, content }) => {
    const indent = text.slice(0, text.indexOf(content));
    return names
      .map((name) => `@throws {${name}} ${bare[2]}`)
      .join(`\n${indent.includes("/**") ? " * " : indent}`);
  };
  report("Write `@throws {ClassName} when …`, one class for each tag", canFix ? fix : undefined);
});

const throwsWhen = lineRule("`@throws {ClassName} when …`", (line, report) => {
  const [, head, word] = /((?:^|\s)@throws \{\w+\}) (\S+)/.exec(line.content) ?? [];
  if (word === undefined || word === "when") return;
  const fix = ({ content }) => content.replace(`${head} if `, `${head} when `);
  report("Say when: `@throws {ClassName} when …`", word === "if" ? fix : undefined);
});

const tags = lineRule(`No tags but ${TAGS.join(", ")}`, (line, report) => {
  const name = /^@([a-zA-Z]+)/.exec(line.content)?.[1];
  if (name !== undefined && !TAGS.includes(name)) report(`The tag @${name} is not one of ${TAGS.join(", ")}`);
});

const citations = lineRule("Citations have one form and come last", (line, report, doc) => {
  const cited = /^@see\s+(.*)$/.exec(line.content)?.[1];
  if (cited !== undefined) {
    const lower = cited.replace(/^Specification,/, "specification,").replace(/^Contract,/, "contract,");
    if (SERVICE_DOCUMENT.test(lower) && !doc.isPublished) {
      if (lower !== cited)
        report("Write `specification` and `contract` in lower case", () => `@see ${lower}`);
    } else if (!CITATION.test(cited)) {
      const call = cited.replace(/^(?:specification|contract), /i, "");
      const fix = CITATION.test(call) && call !== cited ? () => `@see ${call}` : undefined;
      report("Write `@see GET /path` or `@see RFC 9110, section 1`", fix);
    }
    const rest = doc.lines.slice(doc.index + 1);
    if (rest.some(({ content }) => content !== "" && content !== "/" && !content.startsWith("@see"))) {
      report("Put citations last, each on one line");
    }
  } else if (doc.isPublished && /\b(?:specification|contract), (?:"|[A-Z]+ \/)/i.test(line.content)) {
    report("Users cannot open the specification or the contract: do not cite them here");
  } else if (/\b(?:Specification|Contract), (?:"|[A-Z]+ \/)/.test(line.content)) {
    const fix = ({ content }) =>
      content.replace(/\b(?:Specification|Contract)(?=, (?:"|[A-Z]+ \/))/g, (name) => name.toLowerCase());
    report("Write `specification` and `contract` in lower case", fix);
  }
});

/** The lines of an indented block of code: at least five spaces, after an empty line. */
function indentedBlock(lines) {
  let fenced = false;
  for (const [index, { content }] of lines.entries()) {
    if (/^```/.test(content)) fenced = !fenced;
    if (fenced || !/^ {4}/.test(content) || lines[index - 1]?.content !== "") continue;
    let end = index;
    while (/^ {4}|^$/.test(lines[end]?.content ?? "@") && end < lines.length - 1) end += 1;
    while (lines[end - 1].content === "") end -= 1;
    return { start: index, end };
  }
  return undefined;
}

const examples = {
  meta: { type: "suggestion", fixable: "code", schema: [], docs: { description: "Examples are fenced" } },
  create: (context) => ({
    Program() {
      for (const { comment, lines } of docComments(context.sourceCode)) {
        const loc = comment.loc;
        for (const [index, { content }] of lines.entries()) {
          const isTag = content.startsWith("@example");
          if (isTag && (content !== "@example" || lines[index + 1]?.content !== "```ts")) {
            context.report({ loc, message: "Write `@example` and, on the next line, a fenced ```ts block" });
          }
        }
        const block = indentedBlock(lines);
        if (block === undefined) continue;
        context.report({
          loc,
          message: "An indented example becomes `@example` and a fenced ```ts block",
          fix: (fixer) => fixer.replaceTextRange(comment.range, withExample(lines, block)),
        });
      }
    },
  }),
};

/** The comment with its indented block moved into a fenced `@example`: before the citations, else at the end. */
function withExample(lines, { start, end }) {
  const star = `${/^\s*/.exec(lines[1].text)[0].replace(/ $/, "")} *`;
  const code = lines.slice(start, end).map(({ content }) => `${star} ${content.slice(4)}`.trimEnd());
  const example = [`${star} @example`, `${star} \`\`\`ts`, ...code, `${star} \`\`\``];
  const before = lines.slice(0, start - 1).map(({ text }) => text);
  const rest = lines.slice(end);
  const see = rest.findIndex(({ content }) => content.startsWith("@see"));
  const split = see < 0 ? rest.length - 1 : see;
  const middle = rest.slice(0, split).map(({ text }) => text);
  const gap = /^\s*\* @/.test([...before, ...middle].at(-1) ?? "") ? [] : [star];
  while (middle.at(-1)?.trim() === "*") middle.pop();
  return [...before, ...middle, ...gap, ...example, ...rest.slice(split).map(({ text }) => text)].join("\n");
}

const words = {
  meta: { type: "suggestion", schema: [], docs: { description: "One term for one thing" } },
  create: (context) => {
    const judge = (text, node) => {
      for (const word of text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []) {
        const [, better] = WORDS.find(([pattern]) => pattern.test(word)) ?? [];
        if (better) context.report({ loc: node.loc, message: `Not "${word}": say ${better}` });
      }
    };
    const judgePhrases = (text, node) => {
      judge(text, node);
      for (const [pattern, better] of PHRASES) {
        for (const [found] of text.matchAll(pattern)) {
          context.report({ loc: node.loc, message: `Not "${found.trim()} …": say ${better}` });
        }
      }
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) judgePhrases(comment.value, comment);
      },
      Identifier: (node) => judge(node.name, node),
      PrivateIdentifier: (node) => judge(node.name, node),
      Literal: (node) => typeof node.value === "string" && judgePhrases(node.value, node),
      TemplateElement: (node) => judgePhrases(node.value.raw, node),
    };
  },
};

/** The comments of a file as Markdown. Line comments below each other are one text. A tag begins a list item. */
function commentTexts(sourceCode) {
  const texts = [];
  for (const { type, value, loc } of sourceCode.getAllComments()) {
    const isLine = type === "Line";
    const text = value.replaceAll(/^[ *]*?\* ?|^ (?=\S)/gm, "").replaceAll(/^@[\w-]+/gm, "- ");
    const before = texts.at(-1);
    if (isLine && before?.isLine && before.end === loc.start.line - 1) {
      before.text += `\n${text}`;
      before.end = loc.end.line;
    } else texts.push({ isLine, text, start: loc.start.line, end: loc.end.line });
  }
  return texts.map(({ text, start }) => ({ text: text.replaceAll(/\{@link [^}]*\}/g, "`link`"), start }));
}

/** The text of a literal. Each inserted value counts as one word. */
const literalText = (node) =>
  node.type === "TemplateLiteral"
    ? node.quasis.map(({ value }) => value.cooked).join("`value`")
    : node.type === "Literal" && typeof node.value === "string"
      ? node.value
      : "";

const plainEnglish = {
  meta: { type: "suggestion", schema: [], docs: { description: "Short sentences and plain phrases" } },
  create: (context) => {
    const { sourceCode } = context;
    const judge = (text, line) => {
      for (const { line: at, message } of englishProblems(text)) {
        context.report({ loc: { line: line + at - 1, column: 0 }, message: `The English ${message}` });
      }
    };
    // A text of several lines is a page, a script or a table, and not a message.
    const judgeLiteral = (node) => {
      const text = literalText(node);
      if (!text.includes("\n")) judge(text, node.loc.start.line);
    };
    const isSource = /[\\/]src[\\/]/.test(context.filename);
    return {
      Program() {
        for (const { text, start } of commentTexts(sourceCode)) judge(text, start);
      },
      // The texts of the sources are messages. In tests, titles are read.
      ...(isSource && { Literal: judgeLiteral, TemplateLiteral: judgeLiteral }),
      CallExpression({ callee, arguments: [title] }) {
        if (!isSource && title !== undefined && /^(?:it|describe|test)\b/.test(sourceCode.getText(callee)))
          judgeLiteral(title);
      },
    };
  },
};

export default {
  meta: { name: "dialect" },
  rules: {
    throws,
    "throws-when": throwsWhen,
    tags,
    citations,
    examples,
    words,
    "plain-english": plainEnglish,
  },
};
