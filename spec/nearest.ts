// biome-ignore-all lint/style/noNonNullAssertion: a row has a distance for each letter of `b` and one more
/** Edits (insert, delete, replace a character) between two texts. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replace = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
};

/** Beyond this length a name is hardly mistyped, and comparing it costs. */
const comparedLength = 64;

/** The names most like the one that was meant, best first, for the details of a failure. Letter case does not count. */
export const nearest = (meant: string, names: Iterable<string>, count = 3): string[] => {
  const fold = (name: string): string => name.slice(0, comparedLength).toLowerCase();
  const wanted = fold(meant);
  const most = (name: string): number => Math.max(2, name.length / 2);
  return (
    [...names]
      // as many edits at least as one is longer than the other
      .filter((name) => Math.abs(wanted.length - fold(name).length) <= most(name))
      .map((name) => ({ name, edits: distance(wanted, fold(name)) }))
      .filter(({ name, edits }) => edits <= most(name))
      .sort((a, b) => a.edits - b.edits)
      .slice(0, count)
      .map(({ name }) => name)
  );
};
