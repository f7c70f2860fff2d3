import type { RequestOptions } from "../core/types";
import { platformConfigSchema } from "../models/platform-config";
import type { PlatformConfig, PlatformConfigUpdateParams } from "../models/platform-config";
import { CONFIG } from "../operations/platform";
import { Resource } from "./resource";

/** The settings of the platform: UMA domain, currencies and webhook endpoint. */
export class Config extends Resource {
  /**
   * Reads the platform's settings. The limits of a currency are integers in its smallest unit.
   *
   * @example
   * ```ts
   * const { webhookEndpoint, supportedCurrencies } = await payments.config.retrieve();
   * ```
   * @see GET /config
   */
  async retrieve(options?: RequestOptions): Promise<PlatformConfig> {
    return this.call(CONFIG.retrieve, platformConfigSchema, { options });
  }

  /**
   * Updates the platform's settings. Changes only those that you pass. Repeating the call has no further effect.
   *
   * @throws {BadRequestError} when a field is malformed
   *
   * @example
   * ```ts
   * await payments.config.update({ webhookEndpoint: "https://platform.example/webhooks" });
   * ```
   * @see PATCH /config
   */
  async update(params: PlatformConfigUpdateParams, options?: RequestOptions): Promise<PlatformConfig> {
    return this.call(CONFIG.update, platformConfigSchema, { params, options });
  }
}
