/**
 * Creates a `fetch` that has a timeout for reads, so that callers never wait forever. Writes have no timeout, because
 * it would be unknown whether an aborted write has taken effect.
 * @param longestMs the timeout for the complete response, in milliseconds
 */
export const createFetchWithReadTimeout =
  (fetch: typeof globalThis.fetch, longestMs: number): typeof globalThis.fetch =>
  (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(input, init);
    const timeout = AbortSignal.timeout(longestMs);
    return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
  };
