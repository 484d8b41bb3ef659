import { profiles } from '../requirements/requirement.ts';
import { UsageError } from '../target/manifest.ts';
import type { Audit } from '../audit.ts';
import type { Requirement } from '../requirements/requirement.ts';

interface Selection<A> {
  readonly requirements: readonly Requirement[];
  /** In the order they run. */
  readonly audits: readonly A[];
}

/** A name of `--only` that no audit, requirement, profile or section has. */
export class UnknownSelectorError extends UsageError {
  readonly pattern: string;
  /** Those that there are. */
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
 * The requirements and audits that are named: each by its id, or all of a profile or of a section, in any letter case.
 * Naming an audit selects its requirements; naming a requirement selects its audits. An audit that judges all traffic
 * brings all others with it, unless the chosen ones are to stay alone.
 * @throws UnknownName for a name that there is not
 */
export const selectAudits = <A extends Pick<Audit, 'id' | 'requirements' | 'phase'>>(
  rows: readonly Requirement[],
  audits: readonly A[],
  only: readonly string[] | undefined,
  alone = false,
): Selection<A> => {
  const ordered = ([undefined, 'traffic', 'end'] as const).flatMap((turn) =>
    audits.filter(({ phase }) => phase === turn),
  );
  if (only === undefined) return { requirements: rows, audits: ordered };
  for (const pattern of only) {
    const names = new Set([...rows.flatMap(listSelectorNames), ...audits.map(({ id }) => id)]);
    if (![...names].some((name) => matchesPattern(name, pattern))) {
      throw new UnknownSelectorError(pattern, names);
    }
  }
  const wanted = (...names: readonly string[]): boolean =>
    only.some((pattern) => names.some((name) => matchesPattern(name, pattern)));
  const byName = ordered.filter(({ id }) => wanted(id));
  const named = new Set<string>(byName.flatMap(({ requirements }) => requirements));
  const wantedRows = rows.filter((row) => wanted(...listSelectorNames(row)));
  const ids = new Set<string>(wantedRows.map(({ id }) => id));
  const chosen = ordered.filter(
    (audit) => wanted(audit.id) || audit.requirements.some((requirement) => ids.has(requirement)),
  );
  return {
    requirements: rows.filter(({ id }) => ids.has(id) || named.has(id)),
    audits: !alone && chosen.some(({ phase }) => phase === 'traffic') ? ordered : chosen,
  };
};

const listSelectorNames = ({ id, profile, section }: Requirement): readonly string[] => [
  id,
  profile,
  section,
];

const matchesPattern = (name: string, pattern: string): boolean => {
  const [have, want] = [name.toLowerCase(), pattern.toLowerCase()];
  return want.endsWith('*') ? have.startsWith(want.slice(0, -1)) : have === want;
};
