import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { publicNames } from "../../../scripts/api/read.mjs";
import { output, tool, versionOf } from "../place.mjs";

const compilers = ["54", "55", "56", "57", "58", "59", "60", "70"];

/** Files for each module resolution. `.mts` is ESM and `.cts` is CommonJS, except with `bundler`. */
const resolutions = {
  "node16, ESM": { file: "mts", module: "node16" },
  "node16, CommonJS": { file: "cts", module: "node16" },
  nodenext: { file: "mts", module: "nodenext" },
  bundler: { file: "ts", module: "esnext", moduleResolution: "bundler" },
};
const libraries = { "with DOM": ["ES2022", "DOM", "DOM.Iterable"], "without DOM": ["ES2022"] };

/** The entries with declarations that need those of an optional peer. */
const isReact = (specifier) => specifier === "payments-sdk/react";
const isTelemetry = (specifier) => specifier === "payments-sdk/otel";

/** Modules that use every public name. */
const everyName = (isWanted) =>
  Object.entries(publicNames())
    .filter(([specifier]) => isWanted(specifier))
    .map(([specifier, names]) => `export type { ${names.join(", ")} } from "${specifier}";\n`);

function writeProject(folder, settings, lib, types) {
  const modules = everyName((specifier) => !isReact(specifier) && !isTelemetry(specifier));
  const program = readFileSync(path.join(folder, "types.ts"), "utf8");
  writeModules(folder, settings, lib, types, { program, modules });
}

function writeModules(folder, { file, programFile = file, ...settings }, lib, types, { program, modules }) {
  const files = [`types.${programFile}`, ...modules.map((_, index) => `names-${index}.${file}`)];
  [program, ...modules].forEach((text, index) => writeFileSync(path.join(folder, files[index]), text));
  const compilerOptions = {
    ...settings,
    target: "ES2022",
    lib,
    types,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
}

async function compile(folder, compiler) {
  await output(process.execPath, [tool(`typescript${compiler}/bin/tsc`), "-p", "tsconfig.json"], folder);
}

/** The compilers. Each checks every public name, a program and the declarations. */
export function typeRows(place) {
  const rows = compilers.flatMap((compiler) =>
    Object.entries(resolutions).flatMap(([resolution, settings]) =>
      Object.entries(libraries).map(([library, lib]) => ({
        area: "TypeScript",
        name: `${compiler[0]}.${compiler[1]}, ${resolution}, ${library}`,
        version: versionOf(`typescript${compiler}`),
        async run() {
          const folder = place.project({ "@types/node": "@types/node", "undici-types": "undici-types" });
          // One library must declare `fetch`.
          writeProject(folder, settings, lib, ["node"]);
          await compile(folder, compiler);
        },
      })),
    ),
  );
  const bun = {
    area: "TypeScript",
    name: "5.9, nodenext, @types/bun instead of @types/node",
    version: `${versionOf("typescript59")}, ${versionOf("@types/bun")}`,
    async run() {
      const folder = place.project({ "@types/bun": "@types/bun" });
      writeProject(folder, resolutions.nodenext, ["ES2022"], ["bun"]);
      await compile(folder, "59");
    },
  };
  const zods = ["zod3", "zod4"].map((zod) => ({
    area: "TypeScript",
    name: `5.9, bundler, ${zod.replace("zod", "zod ")} beside it, which runs too`,
    version: `${versionOf("typescript59")}, ${versionOf(zod)}`,
    async run() {
      const folder = place.project(
        { zod, "@types/node": "@types/node", "undici-types": "undici-types" },
        { type: "module" },
      );
      writeProject(folder, resolutions.bundler, libraries["with DOM"], ["node"]);
      const text = 'import { z } from "zod";\nimport { PaymentsClient } from "payments-sdk";\n';
      writeFileSync(
        path.join(folder, "names-0.ts"),
        `${text}export const id: string = z.string().parse("x");\nexport const client: typeof PaymentsClient = PaymentsClient;\n`,
      );
      await compile(folder, "59");
      writeFileSync(
        path.join(folder, "both.mjs"),
        `${text}if (z.string().parse("x") !== "x" || !PaymentsClient) throw new Error("not both");\n`,
      );
      await output(process.execPath, ["both.mjs"], folder);
    },
  }));
  const reacts = ["18", "19"].flatMap((version) =>
    ["54", "59", "70"].map((compiler) => ({
      area: "TypeScript",
      name: `${compiler[0]}.${compiler[1]}, nodenext, the hooks with @types/react ${version}`,
      version: `${versionOf(`typescript${compiler}`)}, ${versionOf(`types-react${version}`)}`,
      async run() {
        const folder = place.project({ "@types/react": `types-react${version}` }, { type: "module" });
        const settings = { ...resolutions.nodenext, programFile: "tsx", jsx: "react-jsx" };
        const program = readFileSync(path.join(folder, "react.tsx"), "utf8");
        writeModules(folder, settings, libraries["with DOM"], [], { program, modules: everyName(isReact) });
        await compile(folder, compiler);
      },
    })),
  );
  return [...rows, bun, ...zods, ...reacts];
}
