/** A package that only production mode needs is not installed. */
export class MissingPackageError extends Error {
  override readonly name = "MissingPackageError";
}

/**
 * Loads a package that only production mode needs.
 *
 * @throws {MissingPackageError} when it is not installed.
 */
export async function loadPeer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    throw new MissingPackageError(
      `The simulator's production mode needs the package ${name} for this: npm install --save-dev ${name}`,
    );
  }
}
