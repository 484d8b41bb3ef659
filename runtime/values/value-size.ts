import type { Json } from '#spec/values.ts';

interface ValueSize {
  /** Number of contained values plus number of characters. A value that occurs several times counts each time. */
  readonly size: number;
  /** Nesting depth of lists and objects, including the value itself. */
  readonly levels: number;
}

/** Deeper levels aren't counted, because a value that is nested this deeply is always rejected. */
const maxMeasuredLevels = 1_000;
const unlimitedSize: ValueSize = { size: Number.POSITIVE_INFINITY, levels: Number.POSITIVE_INFINITY };

/** Cached sizes. Lists and objects are immutable, so each needs to be measured only once. */
const measuredValues = new WeakMap<object, ValueSize>();

const measureObject = (value: object, remaining: number): ValueSize => {
  if (remaining === 0) return unlimitedSize;
  const cached = measuredValues.get(value);
  if (cached) return cached;
  let size = 1;
  let levels = 0;
  const add = (item: Json): void => {
    if (typeof item === 'string') size += 1 + item.length;
    else if (typeof item !== 'object' || item === null) size += 1;
    else {
      const inner = measureObject(item, remaining - 1);
      size += inner.size;
      levels = Math.max(levels, inner.levels);
    }
  };
  if (Array.isArray(value)) for (const item of value) add(item);
  else {
    for (const [name, item] of Object.entries(value)) {
      size += name.length;
      add(item);
    }
  }
  const extent = { size, levels: levels + 1 };
  measuredValues.set(value, extent);
  return extent;
};

export const measureValue = (value: Json): ValueSize => {
  if (typeof value === 'string') return { size: 1 + value.length, levels: 0 };
  if (typeof value !== 'object' || value === null) return { size: 1, levels: 0 };
  return measureObject(value, maxMeasuredLevels);
};
