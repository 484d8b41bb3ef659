/**
 * Creates a `fetch` with a timeout for reads, so that callers never wait forever. Writes have none, since it would be
 * unknown whether an aborted write took effect.
 * @param longestMs timeout for the complete response, in milliseconds
 */
export const createFetchWithReadTimeout =
  (fetch: typeof globalThis.fetch, longestMs: number): typeof globalThis.fetch =>
  (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(input, init);
    const timeout = AbortSignal.timeout(longestMs);
    return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
  };
