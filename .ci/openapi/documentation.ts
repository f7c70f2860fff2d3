import ts from "typescript";
import { fileURLToPath } from "node:url";

/** What the doc comment of a method says. */
export interface Documentation {
  /** The first sentence. */
  summary: string;
  description: string;
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Reads the doc comments of the client's methods, by names such as `customers.create`. */
export function documentationOf(): (method: string) => Documentation {
  const { config } = ts.readConfigFile(path("../../tsconfig.json"), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path("../../"));
  const program = ts.createProgram([path("../../src/client.ts")], options);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path("../../src/client.ts"));
  const client = file && checker.getSymbolAtLocation(file)?.exports?.get("PaymentsClient" as ts.__String);
  if (client === undefined) throw new Error("src/client.ts exports no PaymentsClient");
  return (method) => {
    let symbol: ts.Symbol | undefined;
    let type = checker.getDeclaredTypeOfSymbol(client);
    for (const name of method.split(".")) {
      symbol = type.getProperty(name);
      if (symbol === undefined) throw new Error(`the client has no ${method}`);
      type = checker.getTypeOfSymbol(symbol);
    }
    const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
    const description = text.replace(/\s*\n(?!\n)\s*/g, " ").trim();
    if (description === "") throw new Error(`${method} has no doc comment`);
    return { summary: /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description, description };
  };
}
