/** Generates tags. The same sequence of calls always results in the same tags, and no tag is generated twice. */
interface TagGenerator {
  /** Returns a tag such as `cube-1`, derived from a name ('Cube') or from a tag with a number (`cube-4`). */
  generate(base: string, isTaken: (tag: string) => boolean): string;
  /** Returns the state that determines which tags are generated next, as plain data. */
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
