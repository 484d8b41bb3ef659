/**
 * Creates a formatter of instants in milliseconds since 1970. It caches the last one, since many fall in one
 * millisecond and formatting a date takes 0.5 µs.
 */
export const createIsoFormatter = (): ((unixMs: number) => string) => {
  let printed = Number.NaN;
  let text = '';
  return (unixMs) => {
    if (unixMs !== printed) {
      printed = unixMs;
      text = new Date(unixMs).toISOString();
    }
    return text;
  };
};
