import type { Host } from "./api/host";
import { readListenOptions } from "./runtime/options/listen";
import type { ListenOptions } from "./runtime/options/listen";
import type { Pages, SimulatorServer } from "./transports/http-server";

/**
 * Serves a simulator. What is not asked for is not loaded.
 *
 * @param save saves the state when the server has closed: the deliveries that end with it are still in there
 */
export async function listen(
  host: Host,
  options: ListenOptions,
  save?: () => Promise<void>,
): Promise<SimulatorServer> {
  const { serveHttp } = await import("./transports/http-server");
  const read = readListenOptions(options);
  const pages: Pages[] = [];
  if (read.admin) pages.push((await import("./admin/admin")).createAdmin(host, read.token));
  if (read.statusPage)
    pages.push((await import("./status-page/status-page")).createStatusPage(host, read.token));
  const server = await serveHttp(host.service, read, pages);
  return {
    ...server,
    close: async () => {
      host.deliveries.interrupt();
      await server.close();
      await save?.();
      host.deliveries.stop();
    },
  };
}
