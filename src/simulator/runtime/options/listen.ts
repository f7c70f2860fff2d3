import { flag, number } from "../../../options/kinds";
import type { Kinds } from "../../../options/kinds";
import { readSimulatorOptions } from "./reader";

/** Options of `Simulator.listen`. */
export interface ListenOptions {
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Serve a page that shows the simulator and moves its clock, at `/_simulator`, beside the API. Default `false`. */
  statusPage?: boolean | undefined;
}

const OPTIONS: Kinds<ListenOptions> = {
  port: number("a port from 0 to 65535", (port) => Number.isInteger(port) && port >= 0 && port <= 65_535),
  statusPage: flag,
};

/** The options with their defaults, checked. */
export function readListenOptions(options: ListenOptions): Required<{ port: number; statusPage: boolean }> {
  const { port = 0, statusPage = false } = readSimulatorOptions(options, OPTIONS, "listen");
  return { port, statusPage };
}
