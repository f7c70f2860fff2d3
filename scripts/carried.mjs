/** Tells users which packages the build carries: their licences, and a bill of materials in CycloneDX (https://cyclonedx.org). */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The packages in the ES modules. The bundler marks their code with its path. */
function packagesInModules(dist) {
  const texts = readdirSync(dist)
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(path.join(dist, file), "utf8"));
  const marks = texts.flatMap((text) => [...text.matchAll(/^\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)/gm)]);
  return new Set(marks.map(([, name]) => name));
}

/**
 * The facts of the carried packages.
 *
 * @param {string} project
 * @param {string} dist with the ES modules
 * @param {readonly string[]} names of the packages in the CommonJS build, which has every one
 */
export function carriedPackages(project, dist, names) {
  const inModules = packagesInModules(dist);
  return names.map((name) => {
    const folder = path.join(project, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence file`);
    const text = readFileSync(path.join(folder, file), "utf8").trim();
    return { name, version, license, text, formats: inModules.has(name) ? "esm, cjs" : "cjs" };
  });
}

/** The licence texts, which the authors require. */
export const licenceTexts = (packages) =>
  packages
    .map(({ name, version, text }) => `${name} ${version}\n\n${text}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);

/** A package as a component, with its address in the registry. */
function component({ name, version, license }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  // SPDX writes a choice in capitals, and CycloneDX has it apart from a single licence.
  const choice = license.replaceAll(" or ", " OR ");
  const licenses = choice.includes(" OR ") ? [{ expression: choice }] : [{ license: { id: license } }];
  return { type: "library", "bom-ref": purl, name, version, licenses, purl };
}

/**
 * The bill of materials. It has no time and no serial number, so that equal builds write equal files.
 *
 * @param {{ name: string, version: string, license: string }} manifest
 * @param {ReturnType<typeof carriedPackages>} packages
 */
export function billOfMaterials(manifest, packages) {
  const whole = component(manifest);
  const components = packages.map((one) => ({
    ...component(one),
    // The formats of this package that contain a copy.
    properties: [{ name: "payments-sdk:formats", value: one.formats }],
  }));
  const references = components.map((one) => one["bom-ref"]);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: whole },
    components,
    dependencies: [{ ref: whole["bom-ref"], dependsOn: references }, ...references.map((ref) => ({ ref }))],
  };
}
