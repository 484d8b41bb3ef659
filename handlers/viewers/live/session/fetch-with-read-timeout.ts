/**
 * A `fetch` whose readings end: what waits for one is not held for good. Other calls are waited for, as nobody would know whether a call
 * that was given up has been obeyed.
 * @param longestMs milliseconds that an answer may take to come wholly
 */
export const createFetchWithReadTimeout =
  (fetch: typeof globalThis.fetch, longestMs: number): typeof globalThis.fetch =>
  (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(input, init);
    const late = AbortSignal.timeout(longestMs);
    return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, late]) : late });
  };
