import { readFileSync } from "node:fs";
import path from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { describe, expect, inject, it } from "vitest";
import { manifest } from "../../../scripts/entries.mjs";

interface Component {
  name: string;
  version: string;
  purl: string;
  properties: { name: string; value: string }[];
}
interface Bill {
  metadata: { component: Component };
  components: Component[];
}

const dist = path.join(inject("consumer"), "node_modules/payments-sdk/dist");
const text = readFileSync(path.join(dist, "sbom.cdx.json"), "utf8");
const bill = JSON.parse(text) as Bill;

const installed = (name: string) =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string }).version;

describe("the bill of materials", () => {
  it("is valid by the schema of CycloneDX 1.6, as their own library reads it", async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).toBeNull();
    // The validator works: it refuses a type that the schema does not have.
    expect(await validator.validate(text.replace('"library"', '"book"'))).not.toBeNull();
  });

  it("names this version and each carried package with its version", () => {
    expect(bill.metadata.component).toMatchObject({
      name: manifest.name,
      version: manifest.version,
      purl: `pkg:npm/${manifest.name}@${manifest.version}`,
    });
    for (const { name, version } of bill.components)
      expect({ name, version }).toEqual({ name, version: installed(name) });
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["ky", "zod", "@hpke/core", "@noble/curves"]));
    const { purl } = bill.components.find(({ name }) => name === "@hpke/core") ?? {};
    expect(purl).toBe(`pkg:npm/%40hpke/core@${installed("@hpke/core")}`);
  });

  it("says which packages the ES modules carry. The others are installed beside them", () => {
    const inModules = bill.components.filter(({ properties: [formats] }) => formats?.value === "esm, cjs");
    const names = inModules.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["zod"]));
    for (const name of ["@noble/curves", "@hpke/core", "ky"]) expect(names).not.toContain(name);
  });

  it("names the packages of the licence file, and no others", () => {
    const licences = readFileSync(path.join(dist, "THIRD-PARTY-LICENSES.txt"), "utf8");
    const titles = licences.split(/\n-{80}\n\n/).map((one) => one.split("\n")[0]);
    expect(bill.components.map(({ name, version }) => `${name} ${version}`)).toEqual(titles);
  });
});
