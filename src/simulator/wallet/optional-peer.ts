import { internal } from "../problem";

/**
 * Loads a package that only production mode needs.
 *
 * @throws {Problem} 500 that names the package when it is not installed.
 */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    throw internal(
      `The simulator's production mode needs the package ${name} for this: npm install --save-dev ${name}`,
    );
  }
}
