import { createHash } from 'node:crypto';
import type { Audit } from '../audit.ts';
import type { Requirement } from '../requirements/requirement.ts';

const toSha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Hashes everything that a verdict depends on: the requirements, the audits of the run, the documents, and the manifest.
 */
export const computeReportStamp = (
  rows: readonly Requirement[],
  audits: readonly (Pick<Audit, 'id' | 'requirements'> & { readonly run: unknown })[],
  documents: readonly unknown[],
  manifest: string,
) => ({
  kit: toSha256(
    JSON.stringify([rows, audits.map(({ id, requirements, run }) => [id, requirements, String(run)])]),
  ),
  documents: toSha256(JSON.stringify(documents)),
  manifest: toSha256(manifest),
});
