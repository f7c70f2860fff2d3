import { hex } from "@scure/base";
import { flag, kind, numberThat, text } from "../../../options/kinds";
import type { Kinds } from "../../../options/kinds";
import { readSimulatorOptions } from "./reader";

/** Options of `Simulator.listen`. */
export interface ListenOptions {
  /** Default 0: any free port. */
  port?: number | undefined;
  /** The address to listen on, such as `"0.0.0.0"` in a container. Elsewhere than on this machine, a token guards the pages. Default `"127.0.0.1"`. */
  host?: string | undefined;
  /** Serve a page that shows the simulator and moves its clock, at `/_simulator`, beside the API. Default `false`. */
  statusPage?: boolean | undefined;
  /** Serve the admin API, at `/_simulator/api`, beside the API. Default `false`. */
  admin?: boolean | undefined;
  /** Programs and the page need it for `/_simulator`. Default: none on this machine, a random one elsewhere. */
  token?: string | undefined;
}

export const listenOptions: Kinds<ListenOptions> = {
  port: numberThat("a port from 0 to 65535", (port) => Number.isInteger(port) && port >= 0 && port <= 65_535),
  host: text,
  statusPage: flag,
  admin: flag,
  // It stands in a header, a cookie and a link.
  token: kind(
    "one or more letters, digits, hyphens, dots, underscores or tildes",
    (value) => typeof value === "string" && /^[\w.~-]+$/.test(value),
  ),
};

const loopback = /^(?:127\.\d+\.\d+\.\d+|localhost|::1)$/;

/** The options with their defaults, checked. */
export function readListenOptions(options: ListenOptions) {
  const given = readSimulatorOptions(options, listenOptions, "listen");
  const { port = 0, host = "127.0.0.1", statusPage = false, admin = false } = given;
  const isLocal = loopback.test(host);
  const random = () => hex.encode(crypto.getRandomValues(new Uint8Array(16)));
  return { port, host, statusPage, admin, isLocal, token: given.token ?? (isLocal ? undefined : random()) };
}

/** Options of `Simulator.listen` with their defaults. */
export type ResolvedListen = ReturnType<typeof readListenOptions>;
