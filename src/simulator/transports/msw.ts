/** The part of msw's `http` that the handlers use. */
export interface MswHttp<RequestHandler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): RequestHandler;
}

/** The request handlers for msw that pass each request below the base address on to `fetch`. */
export function mswHandlers<RequestHandler>(
  http: MswHttp<RequestHandler>,
  baseUrl: string,
  fetch: (request: Request) => Promise<Response>,
): RequestHandler[] {
  const resolver = async ({ request }: { request: Request }): Promise<Response> => {
    try {
      return await fetch(request);
    } catch (error) {
      // msw turns an error response into a failed connection and any other error into a 500.
      if (error instanceof TypeError) return Response.error();
      throw error;
    }
  };
  return [http.all(`${baseUrl}/*`, resolver)];
}
