import { defineConfig } from "eslint/config";
import jsdoc from "eslint-plugin-jsdoc";
import tseslint from "typescript-eslint";

/** All TypeScript of the project. */
const sources = ["src/**/*.ts", "test/**/*.ts", "examples/**/*.ts", "bench/**/*.ts"];

/** The rules of what a user sees, and of what carries it. */
const publicDocs = (files, ignores, variables) => ({
  files,
  ignores,
  plugins: { jsdoc },
  rules: {
    "jsdoc/require-description": ["error", { contexts: ["any"] }],
    "jsdoc/require-jsdoc": [
      "error",
      {
        publicOnly: { esm: true },
        enableFixer: false,
        require: { ClassDeclaration: true, FunctionDeclaration: true },
        contexts: [
          ...variables,
          // The `name` of an error class needs no comment.
          'PropertyDefinition[accessibility!=private][key.type!=PrivateIdentifier]:not([override=true][key.name="name"])',
          'MethodDefinition[kind!="constructor"][key.type!=PrivateIdentifier]',
          "TSInterfaceDeclaration",
          "TSTypeAliasDeclaration",
        ],
      },
    ],
  },
});

export default defineConfig(
  {
    ignores: [
      "dist/**",
      "node_modules/**",
      ".artifacts/**",
      "docs-site/**",
      "test/package/fixtures/**",
      // Generated with openapi-typescript.
      "test/fixtures/openapi/**",
      "**/dist/**",
      // What Next and Wrangler make of the recipes.
      "**/.next/**",
      "**/.wrangler/**",
      "**/next-env.d.ts",
    ],
  },
  { files: ["**/*.{ts,tsx,js,mjs}"], extends: [tseslint.configs.recommended] },
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-empty-object-type": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
    },
  },
  {
    // What ships. Schemas come from `zod/mini` or `zod/v4/core`: `zod` itself costs hundreds of kilobytes
    // in some bundlers or calls `new Function`, which a strict Content-Security-Policy forbids.
    files: ["src/**/*.ts"],
    rules: {
      "no-console": "error",
      "no-restricted-imports": [
        "error",
        { paths: [{ name: "zod", message: 'Use `import * as z from "zod/mini"`.' }] },
      ],
      "no-restricted-globals": [
        "error",
        { name: "btoa", message: "Not safe outside Latin-1: use base64 of @scure/base." },
        {
          name: "process",
          message: "Not there in browsers and workers: use globalThis.process?.env in config.ts.",
        },
        { name: "Buffer", message: "Not there in browsers and workers." },
      ],
      "no-restricted-properties": [
        "error",
        { object: "Math", property: "random", message: "Use crypto.getRandomValues or the seeded source." },
      ],
    },
  },
  {
    files: ["src/simulator/bin.ts", "src/simulator/transports/http-server.ts"],
    rules: { "no-restricted-globals": "off", "no-console": "off" },
  },
  {
    files: sources,
    rules: {
      // A hint, so it fails nothing.
      "max-lines": ["warn", 500],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "no-restricted-syntax": [
        "error",
        {
          selector: ":matches(ImportSpecifier[importKind=type], ExportSpecifier[exportKind=type])",
          message: "Types are imported and exported in a statement of their own: `import type { … }`.",
        },
      ],
    },
  },
  {
    // A caller of an operation wants to see a call.
    files: ["src/resources/*.ts", "src/client.ts"],
    plugins: { jsdoc },
    rules: {
      "jsdoc/require-example": [
        "error",
        {
          contexts: ["MethodDefinition[kind=method][accessibility!=protected][key.type!=PrivateIdentifier]"],
        },
      ],
    },
  },
  publicDocs(
    ["src/**/*.ts"],
    ["src/simulator/*/**", "src/models/**", "src/operations/**"],
    ["ExportNamedDeclaration > VariableDeclaration"],
  ),
  // A schema or a declaration says no more than the interface of its model.
  publicDocs(["src/models/**/*.ts", "src/operations/**/*.ts"], [], []),
);
