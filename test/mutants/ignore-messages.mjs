/**
 * Leaves out texts for people. A text of three words or more is a message. The tests check the class, the code and the fields of
 * an error, but not each word of its message.
 */
const isMessage = (text) => text.trim().split(/\s+/).length >= 3;

const textOf = (node) => {
  if (node.type === "StringLiteral") return node.value;
  if (node.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.raw).join("x");
  return undefined;
};

class MessageIgnorer {
  shouldIgnore({ node }) {
    const text = textOf(node);
    return text !== undefined && isMessage(text) ? "A message for people" : undefined;
  }
}

export const strykerPlugins = [{ kind: "Ignore", name: "messages", value: new MessageIgnorer() }];
