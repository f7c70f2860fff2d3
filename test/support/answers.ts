/** A refusal's body. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  reason?: string;
  details?: Record<string, unknown>;
}

/** An answer of the service, as far as the tests look at it. */
export interface Answer<Body> {
  status: number;
  body: Body;
}
