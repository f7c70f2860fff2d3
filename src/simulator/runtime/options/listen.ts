import { OptionReader } from "./reader";

/** Options of `Simulator.listen`. */
export interface ListenOptions {
  /** Default 0: any free port. */
  port?: number | undefined;
  /** Serve a page that shows and controls the simulator at `/_simulator`, beside the API. Default `false`. */
  statusPage?: boolean | undefined;
}

/** The options with their defaults, checked. */
export function readListenOptions(options: ListenOptions): Required<{ port: number; statusPage: boolean }> {
  const read = new OptionReader<ListenOptions>(options, "listen");
  const isPort = (port: number) => Number.isInteger(port) && port >= 0 && port <= 65_535;
  const port = read.number("port", 0, isPort, "a port from 0 to 65535");
  const statusPage = read.flag("statusPage", false);
  read.requireNoOthers();
  return { port, statusPage };
}
