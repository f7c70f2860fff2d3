/** The version of the service's interface this package speaks: the last segment of every base address. */
export const API_VERSION = "2025-10-13";
