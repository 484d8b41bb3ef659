/** Values that are answered again and again as they are, with their JSON once it was written. */
const written = new WeakMap<object, { bytes?: Uint8Array }>();
const allBytes = new WeakSet<Uint8Array>();

/** Has the JSON of a value written once. @param value does not change any more */
export const cacheJson = <T extends object>(value: T): T => {
  written.set(value, {});
  return value;
};

/** The JSON of a value for which {@link cacheJson} was called; undefined for any other. */
export const cachedJson = (value: unknown): Uint8Array | undefined => {
  const cache = typeof value === 'object' && value !== null ? written.get(value) : undefined;
  if (!cache) return undefined;
  if (!cache.bytes) {
    cache.bytes = new TextEncoder().encode(JSON.stringify(value));
    allBytes.add(cache.bytes);
  }
  return cache.bytes;
};

/** Whether the body of a reply is what {@link cachedJson} gave, so that it is worth compressing once for all. */
export const isCachedJson = (body: unknown): body is Uint8Array =>
  body instanceof Uint8Array && allBytes.has(body);
