/** Makes up tags: the same calls give the same tags, and no tag is made up twice. */
interface TagMaker {
  /** A tag like `cube-1`, after a name ('Cube') or a tag with its number (`cube-4`). */
  after(base: string, isTaken: (tag: string) => boolean): string;
  /** What the tags to come follow from, as plain data. */
  state(): unknown;
}

const stemOf = (base: string): string =>
  base
    .toLowerCase()
    .replace(/-\d+$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'object';

export const createTagMaker = (): TagMaker => {
  const counters = new Map<string, number>();
  return {
    after(base, isTaken) {
      const stem = stemOf(base);
      let number = counters.get(stem) ?? 0;
      do number += 1;
      while (isTaken(`${stem}-${number}`));
      counters.set(stem, number);
      return `${stem}-${number}`;
    },
    state: () => Object.fromEntries(counters),
  };
};
