/**
 * The changes of the carried copy of ky, by file (docs/maintainers/decisions/0002-transport.md). The option `Request` names the class of
 * ky's requests. What nobody gave is not merged, and what no call here uses is left out.
 */
export const changes = {
  "core/Ky.js": {
    "new globalThis.Request(this.#input, this":
      "new (options.Request ?? globalThis.Request)(this.#input, this",
    "mergeHeaders(this": "!this.#input.headers && !options.headers ? new Headers() : mergeHeaders(this",
    "import { streamRequest, streamResponse } from '../utils/body.js'":
      "const streamRequest = (request) => request, streamResponse = (response) => response",
    "import { HTTPError } from '../errors/HTTPError.js'": "const HTTPError = Error",
    "import { SchemaValidationError } from": "const SchemaValidationError = Error; //",
    "import { isHTTPError, isNetworkError, isTimeoutError } from '../utils/type-guards.js'":
      "const isHTTPError = () => false, isNetworkError = isHTTPError, isTimeoutError = isHTTPError",
    "import { normalizeRequestMethod, normalizeRetryOptions } from '../utils/normalize.js'":
      "const normalizeRequestMethod = (name) => name, normalizeRetryOptions = (retry = 0) => (typeof retry === 'number' ? { limit: retry } : retry)",
    "import isRawNetworkError from '../utils/is-network-error.js'": "const isRawNetworkError = () => false",
    "import { calculateRetryTimingDelay, getRetryTimingHeader, } from './retry-timing.js'":
      "const calculateRetryTimingDelay = undefined, getRetryTimingHeader = () => undefined",
  },
  // Each of these loads the platform's `fetch`, so an import would pay for it.
  "core/constants.js": {
    "const supportsReadableStream = typeof globalThis.ReadableStream === 'function'": "return false",
    "supportsResponseStreams = typeof globalThis.ReadableStream === 'function'":
      "supportsResponseStreams = false",
    "supportsFormData = typeof globalThis.FormData === 'function'": "supportsFormData = false",
  },
  "index.js": {
    "create(input, validateAndMerge(defaults, options))":
      "create(input, defaults ? validateAndMerge(defaults, options) : { ...options })",
  },
  "utils/merge.js": {
    "(Object.hasOwn(incoming, property) && incoming[property] === undefined)":
      "incoming[property] === undefined && (Object.hasOwn(incoming, property) || original[property] === undefined)",
  },
};
