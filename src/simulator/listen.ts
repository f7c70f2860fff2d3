import type { Host } from "./api/host";
import { readListenOptions } from "./runtime/options/listen";
import type { ListenOptions } from "./runtime/options/listen";
import type { SimulatorServer } from "./transports/http-server";

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
  const admin = read.admin ? await import("./admin/admin") : undefined;
  const page = read.statusPage ? await import("./status-page/status-page") : undefined;
  const pages = [admin?.createAdmin, page?.createStatusPage].flatMap(
    (create) => create?.(host, read.token) ?? [],
  );
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
