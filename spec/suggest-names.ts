// biome-ignore-all lint/style/noNonNullAssertion: a row has a distance for each letter of `b` and one more
import { containsAllWords, splitNameWords } from './split-name-words.ts';

/**
 * Returns the edit distance (inserted, deleted and replaced characters) between two texts of up to 255 characters, or
 * infinity if it exceeds `maxEdits`.
 */
const getEditDistance = (a: string, b: string, maxEdits: number): number => {
  const row = Uint8Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = row[0]!;
    let rowMinimum = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const replace = diagonal + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      diagonal = row[j]!;
      const edits = Math.min(replace, diagonal + 1, row[j - 1]! + 1);
      row[j] = edits;
      rowMinimum = Math.min(rowMinimum, edits);
    }
    if (rowMinimum > maxEdits) return Number.POSITIVE_INFINITY;
  }
  const edits = row[b.length]!;
  return edits <= maxEdits ? edits : Number.POSITIVE_INFINITY;
};

/** Longer names are not compared, because they are rarely typos and comparing them is expensive. */
const maxComparedLength = 64;

/** The misspelled name, prepared for comparison with other names. */
interface ComparedName {
  readonly name: string;
  readonly words: ReadonlySet<string>;
}

const foldName = (name: string): string => name.slice(0, maxComparedLength).toLowerCase();

/**
 * Returns the edit distance between two names, or infinity if it exceeds half of the name's length. The difference in
 * length is a lower bound for the distance.
 */
const countEdits = (requested: string, name: string): number => {
  const maxEdits = Math.max(2, name.length / 2);
  if (Math.abs(requested.length - name.length) > maxEdits) return Number.POSITIVE_INFINITY;
  return getEditDistance(requested, name, maxEdits);
};

/**
 * Ranks a name. Typos and names with the same words come first, then names that contain all of the words, then all
 * other names.
 */
const compareNames = (requested: ComparedName, name: string) => {
  const words = splitNameWords(name.slice(0, maxComparedLength));
  const edits = countEdits(requested.name, foldName(name));
  const hasWords = containsAllWords(words, requested.words);
  const isSame = hasWords && words.size === requested.words.size;
  const rank = isSame || edits <= requested.name.length / 4 ? 0 : hasWords ? 1 : 2;
  return { name, edits, rank, isLike: hasWords || edits < Number.POSITIVE_INFINITY, wordCount: words.size };
};

/**
 * Returns the most similar names for the details of an error, with the best match first. Letter case and word order
 * don't matter, and synonyms count as the same word.
 */
export const suggestNames = (requested: string, names: Iterable<string>, count = 3): string[] => {
  const comparedName = {
    name: foldName(requested),
    words: splitNameWords(requested.slice(0, maxComparedLength)),
  };
  return [...names]
    .map((name) => compareNames(comparedName, name))
    .filter(({ isLike }) => isLike)
    .sort((a, b) => a.rank - b.rank || a.edits - b.edits || a.wordCount - b.wordCount)
    .slice(0, count)
    .map(({ name }) => name);
};
