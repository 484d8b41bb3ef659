import { matchText, type TextMatch, type TextRange } from '../components/match-text.ts';
import type { IconName } from '../components/icon-names.ts';

/** The kinds of entries, in the order in which equally good matches are listed. */
const paletteGroups = ['actions', 'nodes', 'objects', 'graphs', 'commands'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];
export type PaletteScope = PaletteGroup | 'all';

/** Something that the palette finds. */
export interface PaletteEntry {
  /** Identifies the entry among the recent choices. */
  readonly id: string;
  readonly group: PaletteGroup;
  readonly name: string;
  /** A text beside the name, which is searched too. */
  readonly description?: string | undefined;
  /** A text that is searched, but not shown, such as the type of an object. */
  readonly keywords?: string | undefined;
  /** A text at the end of the row. */
  readonly detail?: string | undefined;
  readonly icon: IconName;
  /** The node category whose icon is shown instead. */
  readonly category?: string | undefined;
  readonly keys?: string | undefined;
  /** Returns the reason why the entry can't be chosen now, or `undefined` if it can. */
  getUnavailableReason?(): string | undefined;
  run(): void;
  /** Does it without asking for anything else. Absent if this makes no difference. */
  runAtOnce?(): void;
}

export interface PaletteRow {
  readonly entry: PaletteEntry;
  /** The matched parts of the name. */
  readonly ranges: readonly TextRange[];
}

/** The best entries of a group. */
export interface PaletteSection {
  readonly group: PaletteGroup;
  readonly rows: readonly PaletteRow[];
  /** The number of further matches. */
  readonly hiddenCount: number;
}

interface PaletteQuery {
  readonly text: string;
  readonly scope: PaletteScope;
  /** The ids of entries that match for other reasons, such as synonyms that only the service knows. */
  readonly otherMatches?: ReadonlySet<string>;
}

/** Returns the index of the first row that can be chosen now, or 0 if there is none. Rows that show more always can. */
export const findFirstAvailable = (
  rows: readonly (Pick<PaletteEntry, 'getUnavailableReason'> | { show(): void })[],
): number =>
  Math.max(
    0,
    rows.findIndex((row) => 'show' in row || row.getUnavailableReason?.() === undefined),
  );

const scopePrefixes: Readonly<Record<string, PaletteGroup>> = {
  '>': 'commands',
  '@': 'objects',
  '#': 'graphs',
};

/** Reads the prefix of the entered text. It has precedence over the chosen scope. */
export const parsePaletteQuery = (entered: string, chosenScope: PaletteScope): PaletteQuery => {
  const text = entered.trim();
  const scope = scopePrefixes[text.charAt(0)];
  return scope ? { text: text.slice(1).trim(), scope } : { text, scope: chosenScope };
};

const maxRows = { all: 5, single: 60 };

/** Matches that score less than this share of the group's best match are left out, as letters scattered over a name. */
const minShareOfBest = 0.65;

/** Of a larger group, only names that contain the text are ranked, and only so many. Ranking thousands takes too long. */
const maxRankedEntries = 250;

/** Finds the entries that match a query: the best of each group, and the group with the best match first. */
export const searchPalette = (
  entries: readonly PaletteEntry[],
  query: PaletteQuery,
): readonly PaletteSection[] => {
  const { scope } = query;
  const limit = scope === 'all' ? maxRows.all : maxRows.single;
  return paletteGroups
    .filter((group) => scope === 'all' || scope === group)
    .map((group) => {
      const { matches, count } = findMatches(
        entries.filter((entry) => entry.group === group),
        query,
      );
      return {
        ...{ group, rows: matches.slice(0, limit), hiddenCount: Math.max(0, count - limit) },
        bestScore: matches[0]?.score ?? 0,
      };
    })
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => b.bestScore - a.bestScore);
};

interface EntryMatch extends TextMatch {
  readonly entry: PaletteEntry;
}

/** Finds entries by their names. Then come those that match for other reasons, and last those that only keywords match. */
const findMatches = (
  entries: readonly PaletteEntry[],
  { text, otherMatches }: PaletteQuery,
): { readonly matches: readonly EntryMatch[]; readonly count: number } => {
  const lowercase = text.toLowerCase();
  const contained =
    entries.length > maxRankedEntries
      ? entries.filter(({ name }) => name.toLowerCase().includes(lowercase))
      : entries;
  const named = contained
    .slice(0, maxRankedEntries)
    .flatMap((entry): EntryMatch[] => {
      const match = matchName(text, entry.name);
      return match ? [{ entry, ...match }] : [];
    })
    .sort((a, b) => b.score - a.score);
  const minScore = (named[0]?.score ?? 0) * minShareOfBest;
  const best = named.filter(({ score }) => score >= minScore && score >= 0);
  const unranked = contained.slice(maxRankedEntries);
  const found = new Set([...best.map(({ entry }) => entry), ...unranked]);
  const contains = (part: string | undefined): boolean => part?.toLowerCase().includes(lowercase) === true;
  const others = new Set(
    entries.filter(
      (entry) => !found.has(entry) && (otherMatches?.has(entry.id) || contains(entry.description)),
    ),
  );
  for (const entry of entries) if (!found.has(entry) && contains(entry.keywords)) others.add(entry);
  return {
    matches: [...best, ...[...others].map((entry): EntryMatch => ({ entry, score: 0, ranges: [] }))],
    count: best.length + others.size + unranked.length,
  };
};

/** Matches a name, or only its part after the last dot if this is the better match. */
const matchName = (text: string, name: string): TextMatch | undefined => {
  const whole = matchText(text, name);
  const start = name.lastIndexOf('.') + 1;
  if (!whole || start === 0) return whole;
  const lastPart = matchText(text, name.slice(start));
  if (!lastPart || lastPart.score <= whole.score) return whole;
  return {
    score: lastPart.score,
    ranges: lastPart.ranges.map(([from, to]) => [from + start, to + start] as const),
  };
};
