import { kindOf } from "../../options/describe";
import { isRecord } from "./saved";

const format = "payments-simulator";
const version = 4;

/**
 * The state of a simulator at one instant, as JSON values. It contains secrets, such as one-time codes. It does not contain
 * the options, handlers, custom routes, and the logs of requests and deliveries.
 */
export interface SimulatorSnapshot {
  /** Always `"payments-simulator"`. */
  format: string;
  /** The version of this form. A simulator restores its own version only. */
  version: number;
  /** The environment of the simulator. `restore` needs the same one. */
  environment: string;
  /** The seed of the simulator. `restore` needs the same one. */
  seed: string;
  /** The platform's own id. `restore` needs the same one. */
  platformId: string;
  /** The time of the snapshot on the simulator's clock, ISO 8601 in UTC. */
  at: string;
  /** The state, by part. Its form may change with each version of this package. */
  world: Record<string, unknown>;
}

/** Equal in a snapshot and in the simulator that restores it. */
export type SnapshotIdentity = Pick<SimulatorSnapshot, "environment" | "seed" | "platformId">;

/**
 * The JSON of a snapshot.
 *
 * @throws {RangeError} when the text is longer than a string can be
 */
export function writeSnapshot(identity: SnapshotIdentity, at: string, world: object): string {
  try {
    return JSON.stringify({ format, version, ...identity, at, world });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError("the state is too large to save: a snapshot can have 512 MB", {
      cause: error,
    });
  }
}

/**
 * The state in a snapshot.
 *
 * @throws {TypeError} when it is not a snapshot, or does not fit the simulator's options
 */
export function readSnapshot(snapshot: unknown, identity: SnapshotIdentity): Record<string, unknown> {
  if (!isRecord(snapshot)) {
    const advice = typeof snapshot === "string" ? ". Parse the text first: `JSON.parse(text)`" : "";
    throw new TypeError(`\`snapshot\` must be an object, got ${kindOf(snapshot)}${advice}`);
  }
  if (snapshot["format"] !== format) throw new TypeError("this is not a snapshot of a payments simulator");
  if (snapshot["version"] !== version) {
    throw new TypeError(
      `the snapshot has the version ${JSON.stringify(snapshot["version"])}. This simulator restores the version ${String(version)}`,
    );
  }
  for (const name of ["environment", "seed", "platformId"] as const) {
    if (snapshot[name] === identity[name]) continue;
    throw new TypeError(
      `the snapshot does not fit the options: its ${name} is ${JSON.stringify(snapshot[name])}, ` +
        `the simulator's is ${JSON.stringify(identity[name])}. Pass the options of the saved simulator`,
    );
  }
  const { world } = snapshot;
  if (!isRecord(world)) throw new TypeError("the snapshot is damaged: it has no world");
  return world;
}
