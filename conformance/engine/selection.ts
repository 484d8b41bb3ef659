import { UsageError } from '../target/manifest.ts';
import type { Audit } from '../audit.ts';
import type { Requirement } from '../requirements/row.ts';

interface Selection {
  readonly requirements: readonly Requirement[];
  /** In the order they run. */
  readonly audits: readonly Audit[];
}

/**
 * The requirements and audits that ids name. Naming an audit selects its requirements; naming a requirement selects
 * its audits. An audit that judges all traffic brings all others with it, unless the chosen ones are to stay alone.
 * Throws {@link UsageError} for unknown ids.
 */
export const select = (
  rows: readonly Requirement[],
  audits: readonly Audit[],
  only: readonly string[] | undefined,
  alone = false,
): Selection => {
  const ordered = [...audits.filter(({ last }) => !last), ...audits.filter(({ last }) => last)];
  if (only === undefined) return { requirements: rows, audits: ordered };
  for (const pattern of only) {
    if (![...rows, ...audits].some(({ id }) => matches(id, pattern))) {
      throw new UsageError(`--only ${pattern}: no requirement or audit has this id`);
    }
  }
  const wanted = (id: string): boolean => only.some((pattern) => matches(id, pattern));
  const byName = ordered.filter(({ id }) => wanted(id));
  const named = new Set<string>(byName.flatMap(({ requirements }) => requirements));
  const chosenRows = rows.filter(({ id }) => wanted(id) || named.has(id));
  const chosen = ordered.filter(
    (audit) => wanted(audit.id) || audit.requirements.some((requirement) => wanted(requirement)),
  );
  return { requirements: chosenRows, audits: !alone && chosen.some(({ last }) => last) ? ordered : chosen };
};

const matches = (id: string, pattern: string): boolean =>
  pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
