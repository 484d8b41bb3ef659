import { profiles } from '../requirements/requirement.ts';
import { UsageError } from '../target/manifest.ts';
import type { Audit } from '../audit.ts';
import type { Requirement } from '../requirements/requirement.ts';

interface Selection<A> {
  readonly requirements: readonly Requirement[];
  /** The selected audits, in the order in which they run. */
  readonly audits: readonly A[];
}

/** Thrown if a name that was given to `--only` matches no audit, requirement, profile or section. */
export class UnknownSelectorError extends UsageError {
  readonly pattern: string;
  /** All known names. */
  readonly names: ReadonlySet<string>;

  constructor(pattern: string, names: ReadonlySet<string>) {
    super(
      `--only ${pattern}: no audit, requirement, profile or section has this name; profiles are ${profiles.join(', ')}`,
    );
    this.pattern = pattern;
    this.names = names;
  }
}

/**
 * Selects requirements and audits by id, profile or section, ignoring case. Naming an audit also selects its
 * requirements, and naming a requirement also selects its audits. An audit that checks all traffic also selects all
 * other audits, unless only the selected audits are requested.
 * @throws UnknownSelectorError if a name is unknown
 */
export const selectAudits = <A extends Pick<Audit, 'id' | 'requirements' | 'phase'>>(
  rows: readonly Requirement[],
  audits: readonly A[],
  only: readonly string[] | undefined,
  onlySelected = false,
): Selection<A> => {
  const ordered = ([undefined, 'traffic', 'end'] as const).flatMap((currentPhase) =>
    audits.filter(({ phase }) => phase === currentPhase),
  );
  if (only === undefined) return { requirements: rows, audits: ordered };
  for (const pattern of only) {
    const names = new Set([...rows.flatMap(listSelectorNames), ...audits.map(({ id }) => id)]);
    if (![...names].some((name) => matchesPattern(name, pattern))) {
      throw new UnknownSelectorError(pattern, names);
    }
  }
  const byName = ordered.filter(({ id }) => isRequested(only, id));
  const requiredIds = new Set<string>(byName.flatMap(({ requirements }) => requirements));
  const ids = new Set<string>(listRequestedRequirements(rows, only));
  const selected = ordered.filter(
    (audit) => isRequested(only, audit.id) || audit.requirements.some((requirement) => ids.has(requirement)),
  );
  return {
    requirements: rows.filter(({ id }) => ids.has(id) || requiredIds.has(id)),
    audits: !onlySelected && selected.some(({ phase }) => phase === 'traffic') ? ordered : selected,
  };
};

/** Returns the ids of the requirements that are requested by id, profile or section. */
export const listRequestedRequirements = (
  rows: readonly Requirement[],
  only: readonly string[],
): readonly string[] =>
  rows.filter((row) => isRequested(only, ...listSelectorNames(row))).map(({ id }) => id);

const isRequested = (only: readonly string[], ...names: readonly string[]): boolean =>
  only.some((pattern) => names.some((name) => matchesPattern(name, pattern)));

const listSelectorNames = ({ id, profile, section }: Requirement): readonly string[] => [
  id,
  profile,
  section,
];

const matchesPattern = (name: string, pattern: string): boolean => {
  const [text, expected] = [name.toLowerCase(), pattern.toLowerCase()];
  return expected.endsWith('*') ? text.startsWith(expected.slice(0, -1)) : text === expected;
};
