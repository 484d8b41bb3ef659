/**
 * Creates a function that formats times, given in milliseconds since 1970. The function caches its last result, because
 * consecutive times are often equal and formatting takes 0.5 µs.
 */
export const createIsoFormatter = (): ((unixMs: number) => string) => {
  let cachedMs = Number.NaN;
  let text = '';
  return (unixMs) => {
    if (unixMs !== cachedMs) {
      cachedMs = unixMs;
      text = new Date(unixMs).toISOString();
    }
    return text;
  };
};
