import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  { ignores: ["dist/**", "node_modules/**", ".artifacts/**", "test/package/fixtures/**", "**/dist/**"] },
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
    // What ships. `zod` is only ever imported as a namespace of `zod/mini`: any other form costs hundreds of kilobytes
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
);
