/** Values that are sent repeatedly and never change, with their JSON after the first use. */
const cachedValues = new WeakMap<object, { bytes?: Uint8Array }>();
const cachedBytes = new WeakSet<Uint8Array>();

/**
 * Marks a value so that its JSON is cached.
 * @param value a value that never changes
 */
export const cacheJson = <T extends object>(value: T): T => {
  cachedValues.set(value, {});
  return value;
};

/** Returns the JSON of a value that was passed to {@link cacheJson}, or `undefined` for any other value. */
export const getCachedJson = (value: unknown): Uint8Array | undefined => {
  const cache = typeof value === 'object' && value !== null ? cachedValues.get(value) : undefined;
  if (!cache) return undefined;
  if (!cache.bytes) {
    cache.bytes = new TextEncoder().encode(JSON.stringify(value));
    cachedBytes.add(cache.bytes);
  }
  return cache.bytes;
};

/** Whether a reply's body came from {@link getCachedJson}. If so, its compressed form can be cached too. */
export const isCachedJson = (body: unknown): body is Uint8Array =>
  body instanceof Uint8Array && cachedBytes.has(body);
