/** The defects that can be planted in one source file: six operators over its syntax tree. */
import ts from "typescript";

const { SyntaxKind: Kind } = ts;

const comparisons = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" };
const logic = { "&&": "||", "||": "&&", "??": "&&" };

/** The names of the operators. A sample has about the same number of defects of each. */
export const operators = ["negate", "swap", "remove", "constant", "compare", "logic"];

const isMessage = (text) => text.trim().split(/\s+/).length >= 3;
const oneLine = (text) => text.replaceAll(/\s+/g, " ").trim();

/** The change of one node, as `[operator, start, end, text]`. */
function changeOf(node, source) {
  const textOf = (each) => source.text.slice(each.getStart(source), each.end);
  const change = (operator, each, text) => ({ operator, start: each.getStart(source), end: each.end, text });
  if ((ts.isIfStatement(node) || ts.isWhileStatement(node)) && node.elseStatement === undefined) {
    return change("negate", node.expression, `!(${textOf(node.expression)})`);
  }
  if (ts.isIfStatement(node)) return change("swap", node.expression, `!(${textOf(node.expression)})`);
  if (ts.isConditionalExpression(node)) {
    const { condition, whenTrue, whenFalse } = node;
    const text = `${textOf(condition)} ? ${textOf(whenFalse)} : ${textOf(whenTrue)}`;
    return change("swap", node, text);
  }
  if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
    const isCall = ts.isCallExpression(call) && call.expression.kind !== Kind.SuperKeyword;
    return isCall ? change("remove", node, "void 0;") : undefined;
  }
  if (ts.isBinaryExpression(node)) {
    const token = textOf(node.operatorToken);
    if (token in comparisons) return change("compare", node.operatorToken, comparisons[token]);
    if (!(token in logic)) return undefined;
    // In brackets, because `??` may not stand beside the others without them.
    return change("logic", node, `((${textOf(node.left)}) ${logic[token]} (${textOf(node.right)}))`);
  }
  if (ts.isNumericLiteral(node)) return change("constant", node, `(${textOf(node)} + 1)`);
  if (node.kind === Kind.TrueKeyword) return change("constant", node, "false");
  if (node.kind === Kind.FalseKeyword) return change("constant", node, "true");
  if (ts.isStringLiteral(node) && node.text !== "" && !isMessage(node.text)) {
    return change("constant", node, JSON.stringify(`${node.text}~`));
  }
  return undefined;
}

/** Types, imports and the names of properties are no code that runs. */
function isSkipped(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

const isName = (node) => (ts.isStringLiteral(node) || ts.isNumericLiteral(node)) && node.parent.name === node;

/** The name that a declaration gives to what is inside it. */
function nameOf(node, source) {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isPropertyDeclaration(node) ||
    ((ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) &&
      node.initializer !== undefined &&
      (ts.isFunctionLike(node.initializer) || node.parent.parent?.parent === source));
  return isNamed ? node.name?.getText(source) : undefined;
}

/** The smallest expression or statement around a change that tells a reader what it is about. */
function pieceAround(node, source) {
  let piece = node;
  for (let each = node; each.parent !== undefined && each.parent !== source; each = each.parent) {
    const length = each.parent.end - each.parent.getStart(source);
    if (length > 110) break;
    piece = each.parent;
    if (length >= 24) break;
  }
  return piece;
}

const short = (text) => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

/**
 * All defects of a file. Its function and texts identify a defect, so that it can be found after code has moved. `nth` counts the
 * defects with equal texts.
 *
 * @returns {{ file: string, function: string, operator: string, before: string, after: string, nth: number, start: number,
 *   end: number, text: string, words: string }[]}
 */
export function defectsOf(file, code) {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found = [];
  const seen = new Map();
  const visit = (node, names, around) => {
    if (isSkipped(node)) return;
    const name = nameOf(node, source);
    const inside = name === undefined ? names : [...names, name];
    const scope = name === undefined ? around : node;
    const change = isName(node) ? undefined : changeOf(node, source);
    if (change !== undefined) {
      const piece = pieceAround(node, source);
      const from = piece.getStart(source);
      const text = code.slice(from, piece.end);
      const changed = text.slice(0, change.start - from) + change.text + text.slice(change.end - from);
      const defect = {
        file,
        function: inside.join(".") || "(module)",
        operator: change.operator,
        before: short(oneLine(text)),
        after: short(oneLine(changed)),
      };
      const key = JSON.stringify(defect);
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      found.push({
        ...defect,
        nth,
        start: change.start,
        end: change.end,
        text: change.text,
        words: scope.getText(source),
      });
    }
    ts.forEachChild(node, (child) => visit(child, inside, scope));
  };
  visit(source, [], source);
  return found;
}
