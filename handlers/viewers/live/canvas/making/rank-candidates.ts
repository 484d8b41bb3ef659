/** Ranks the node types that a search offers, by how well they match and fit. */
import { matchText, type TextRange } from '../../components/match-text.ts';
import type { NodeCandidate } from './node-candidates.ts';

/** A candidate whose name matches the query. */
export interface FoundCandidate extends NodeCandidate {
  /** The matched letters of the name. */
  readonly ranges: readonly TextRange[];
}

/** How much the fit weighs against the letters of the name. */
const fitWeight = 4;

/**
 * Returns the candidates that match a query, best first.
 * @param relatedTypes the names of types that match by a synonym or by their description; they come last
 */
export const rankCandidates = (
  candidates: readonly NodeCandidate[],
  query: string,
  relatedTypes: readonly string[] = [],
): FoundCandidate[] =>
  candidates
    .flatMap((candidate) => {
      const { enumValue } = candidate.type;
      const match = matchText(query, enumValue);
      if (!match && !relatedTypes.includes(enumValue)) return [];
      const { score, ranges } = match ?? { score: -relatedTypes.indexOf(enumValue) - 100, ranges: [] };
      return [{ ...candidate, ranges, score: score + fitWeight * (candidate.quality ?? 0) }];
    })
    .sort((a, b) => b.score - a.score);
