import { expect } from "vitest";
import type { ErrorBody, World } from "../support/world";

/** A refused call that changes nothing. */
export async function expectRefusal(
  service: World,
  path: string,
  body: unknown,
  expected: { status: number; body?: Partial<ErrorBody> },
): Promise<ErrorBody> {
  const before = await service.footprint();
  const response = await service.call("POST", path, body);
  expect(response).toMatchObject(expected);
  expect(response.body.status).toBe(expected.status);
  expect(await service.footprint()).toEqual(before);
  return response.body;
}

/** A refused request for a quote: 400 with the code and, if given, the name of the wrong field. */
export function expectQuoteRefusal(
  service: World,
  body: unknown,
  code: string,
  field?: string,
): Promise<ErrorBody> {
  const details = field === undefined ? {} : { details: { field } };
  return expectRefusal(service, "/quotes", body, { status: 400, body: { code, ...details } });
}
