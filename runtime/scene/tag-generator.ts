/** Makes up tags: the same calls give the same tags, and no tag is made up twice. */
interface TagGenerator {
  /** A tag like `cube-1`, after a name ('Cube') or a tag with its number (`cube-4`). */
  generate(base: string, isTaken: (tag: string) => boolean): string;
  /** What the tags to come follow from, as plain data. */
  state(): unknown;
}

const toTagStem = (base: string): string =>
  base
    .toLowerCase()
    .replace(/-\d+$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'object';

export const createTagGenerator = (): TagGenerator => {
  const counters = new Map<string, number>();
  return {
    generate(base, isTaken) {
      const stem = toTagStem(base);
      let number = counters.get(stem) ?? 0;
      do number += 1;
      while (isTaken(`${stem}-${number}`));
      counters.set(stem, number);
      return `${stem}-${number}`;
    },
    state: () => Object.fromEntries(counters),
  };
};
