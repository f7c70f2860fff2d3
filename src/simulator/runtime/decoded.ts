/** What a decoder returns. `undefined` if it throws, as decoders do for any input of another form. */
export function decoded<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
