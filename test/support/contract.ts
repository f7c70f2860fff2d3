import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What the contract says of a value. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

/** The fields of an object of the contract, with what is inherited. */
export interface Fields {
  required: Set<string>;
  properties: Record<string, Schema>;
}

/** The contract is beside the repository, not in it. */
const path = fileURLToPath(new URL("../../../shared/contract/service.openapi.json", import.meta.url));

/** The contract's document of the service. */
export class Contract {
  readonly schemas: Record<string, Schema>;

  constructor(schemas: Record<string, Schema>) {
    this.schemas = schemas;
  }

  /** @throws {Error} when there is no such schema. */
  schema(name: string): Schema {
    const schema = this.schemas[name];
    if (schema === undefined) throw new Error(`the contract has no schema ${name}`);
    return schema;
  }

  /** The schema that a reference leads to, or the schema itself. */
  resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.schema(schema.$ref.split("/").at(-1) ?? "");
  }

  /** All fields of an object, those of its parts included. */
  fieldsOf(schema: Schema): Fields {
    const { allOf = [], required = [], properties = {} } = this.resolve(schema);
    const parts = allOf.map((part) => this.fieldsOf(part));
    return {
      required: new Set([...parts.flatMap((part) => [...part.required]), ...required]),
      properties: Object.assign(
        {},
        ...parts.map((part) => part.properties),
        properties,
      ) as Fields["properties"],
    };
  }

  /** The variants of a union, by the value of its discriminator. */
  variantsOf(schema: Schema): Record<string, Fields> {
    return Object.fromEntries(
      Object.entries(this.resolve(schema).discriminator?.mapping ?? {}).map(([value, $ref]) => [
        value,
        this.fieldsOf({ $ref }),
      ]),
    );
  }
}

/** The contract, or `undefined` where only the repository is there: what needs it is then not defined. */
export const contract = existsSync(path)
  ? new Contract(
      (JSON.parse(readFileSync(path, "utf8")) as { components: { schemas: Record<string, Schema> } })
        .components.schemas,
    )
  : undefined;
