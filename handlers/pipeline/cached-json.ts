/** Values that are answered again and again as they are, with their JSON once it was written. */
const cachedValues = new WeakMap<object, { bytes?: Uint8Array }>();
const cachedBytes = new WeakSet<Uint8Array>();

/** Has the JSON of a value written once. @param value does not change any more */
export const cacheJson = <T extends object>(value: T): T => {
  cachedValues.set(value, {});
  return value;
};

/** The JSON of a value for which {@link cacheJson} was called; undefined for any other. */
export const getCachedJson = (value: unknown): Uint8Array | undefined => {
  const cache = typeof value === 'object' && value !== null ? cachedValues.get(value) : undefined;
  if (!cache) return undefined;
  if (!cache.bytes) {
    cache.bytes = new TextEncoder().encode(JSON.stringify(value));
    cachedBytes.add(cache.bytes);
  }
  return cache.bytes;
};

/** Whether the body of a reply is what {@link getCachedJson} gave, so that it is worth compressing once for all. */
export const isCachedJson = (body: unknown): body is Uint8Array =>
  body instanceof Uint8Array && cachedBytes.has(body);
