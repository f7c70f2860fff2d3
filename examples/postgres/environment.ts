import process from "node:process";

/** A positive number of the environment. */
export function positive(name: string, byDefault: number): number {
  const value = Number(process.env[name] ?? byDefault);
  if (!(value > 0)) throw new Error(`${name} must be a positive number`);
  return value;
}

/** A required text of the environment. */
export function required(name: string, what: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be ${what}`);
  return value;
}

/** Aborts at SIGTERM and Ctrl-C, so that a process can finish its work. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stopping.abort());
  return stopping.signal;
}
