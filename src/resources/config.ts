import { get, patch } from "../core/path";
import type { RequestOptions } from "../core/types";
import type { PlatformConfig, PlatformConfigUpdateParams } from "../models/platform-config";
import { platformConfig, valuesAt } from "./genuine";
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
    return this.request("config.retrieve", get`/config`, { response: platformConfig({}), options });
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
    return this.request("config.update", patch`/config`, {
      body: params,
      response: platformConfig(valuesAt(params, "umaDomain", "webhookEndpoint")),
      options,
    });
  }
}
