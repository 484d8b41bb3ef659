/** A part of a text, by its first index and the index after its last. */
export type TextRange = readonly [start: number, end: number];

export interface TextMatch {
  /** How well the text matches. A higher score is better; the length of the query is irrelevant. */
  readonly score: number;
  /** The matched parts of the text, in order. */
  readonly ranges: readonly TextRange[];
}

/** What a matched letter scores, by its position. Letters that follow each other beat letters that are scattered. */
const scores = { letter: 1, wordStart: 8, textStart: 12, adjacent: 9, wholeText: 10 };
const maxGapPenalty = 6;
/** Breaks ties: of two equal matches, the shorter text is better. */
const lengthPenalty = 0.01;

/** The best way to match the query so far, in which the last letter matched is at `index`. */
interface PartialMatch {
  readonly score: number;
  readonly index: number;
  readonly previous: PartialMatch | undefined;
}

/**
 * Matches a query with a text: all letters of the query occur in the text, in order. Letter case and spaces in the
 * query don't matter.
 * @returns the best match, or `undefined` if there is none; an empty query matches every text
 */
export const matchText = (query: string, text: string): TextMatch | undefined => {
  const letters = [...query.toLowerCase()].filter((letter) => letter.trim() !== '').join('');
  if (letters === '') return { score: 0, ranges: [] };
  const lowercase = Array.from({ length: text.length }, (_, at) => text.charAt(at).toLowerCase());
  if (!isSubsequence(letters, lowercase)) return undefined;
  let matches: readonly PartialMatch[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const next: PartialMatch[] = [];
    for (const [index, candidate] of lowercase.entries()) {
      if (candidate !== letters[at]) continue;
      const match = at === 0 ? startMatch(text, index) : extendMatch(text, index, matches);
      if (match) next.push(match);
    }
    matches = next;
  }
  const best = findBest(matches);
  if (!best) return undefined;
  const isWholeText = letters.length === text.length;
  return {
    score: best.score / letters.length + (isWholeText ? scores.wholeText : 0) - text.length * lengthPenalty,
    ranges: toRanges(best),
  };
};

const isSubsequence = (letters: string, text: readonly string[]): boolean => {
  let matched = 0;
  for (const candidate of text) if (candidate === letters[matched]) matched += 1;
  return matched === letters.length;
};

const startMatch = (text: string, index: number): PartialMatch => ({
  score: scoreLetter(text, index) - Math.min(index, maxGapPenalty) / 2,
  index,
  previous: undefined,
});

const extendMatch = (
  text: string,
  index: number,
  matches: readonly PartialMatch[],
): PartialMatch | undefined => {
  const extended = matches
    .filter((previous) => previous.index < index)
    .map((previous): PartialMatch => {
      const gap = index - previous.index - 1;
      const adjacency = gap === 0 ? scores.adjacent : -Math.min(gap, maxGapPenalty);
      return { score: previous.score + scoreLetter(text, index) + adjacency, index, previous };
    });
  return findBest(extended);
};

const findBest = (matches: readonly PartialMatch[]): PartialMatch | undefined => {
  let best: PartialMatch | undefined;
  for (const match of matches) if (!best || match.score > best.score) best = match;
  return best;
};

const scoreLetter = (text: string, index: number): number =>
  index === 0 ? scores.textStart : isWordStart(text, index) ? scores.wordStart : scores.letter;

/** Whether a word starts at the index: after a space or sign, or at a capital or digit inside a name. */
const isWordStart = (text: string, index: number): boolean => {
  const pair = text.slice(index - 1, index + 1);
  return /[^\p{L}\p{N}][\p{L}\p{N}]|[^\p{Lu}]\p{Lu}|\P{N}\p{N}/u.test(pair);
};

const toRanges = (last: PartialMatch): TextRange[] => {
  const ranges: TextRange[] = [];
  for (let match: PartialMatch | undefined = last; match; match = match.previous) {
    const first = ranges[0];
    if (first?.[0] === match.index + 1) ranges[0] = [match.index, first[1]];
    else ranges.unshift([match.index, match.index + 1]);
  }
  return ranges;
};
