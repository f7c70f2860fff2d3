import type { Open } from "./open";
import type { PageParams } from "./page";
import { list, model, string } from "./schema";

/** A permission of an API token. `VIEW` reads, `TRANSACT` moves money and `MANAGE` changes settings. */
export type ApiTokenPermission = Open<"VIEW" | "TRANSACT" | "MANAGE">;

/** An API token, without its secret. */
export interface ApiToken {
  id: string;
  name: string;
  permissions: ApiTokenPermission[];
  /** The user name. Pass it as the option `clientId` of a client. */
  clientId: string;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt: string;
}

/** A new API token, with its secret. */
export interface CreatedApiToken extends ApiToken {
  /** The password. Pass it as the option `clientSecret` of a client. Only this response has it, so store it now. */
  // April: optional
  clientSecret: string;
}

/** Parameters of `tokens.create`. */
export interface ApiTokenCreateParams {
  name: string;
  permissions: ApiTokenPermission[];
}

/** Filters of `tokens.list`. */
export interface ApiTokenListParams extends PageParams {
  name?: string | undefined;
  /** A string is an ISO 8601 date-time. */
  createdAfter?: Date | string | undefined;
  /** A string is an ISO 8601 date-time. */
  createdBefore?: Date | string | undefined;
  /** A string is an ISO 8601 date-time. */
  updatedAfter?: Date | string | undefined;
  /** A string is an ISO 8601 date-time. */
  updatedBefore?: Date | string | undefined;
}

const tokenShape = {
  id: string,
  name: string,
  permissions: /* @__PURE__ */ list(string),
  clientId: string,
  createdAt: string,
  updatedAt: string,
};

export const apiTokenSchema = /* @__PURE__ */ model<ApiToken>(tokenShape);

export const createdApiTokenSchema = /* @__PURE__ */ model<CreatedApiToken>({
  ...tokenShape,
  clientSecret: string,
});
