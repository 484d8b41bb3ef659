import { createHash } from 'node:crypto';
import type { Audit } from '../audit.ts';
import type { Requirement } from '../requirements/row.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hashes of what a verdict rests on: the ledger with its audits, the documents, the manifest. */
export const stampOf = (
  rows: readonly Requirement[],
  audits: readonly (Pick<Audit, 'id' | 'requirements'> & { readonly run: unknown })[],
  documents: readonly unknown[],
  manifest: string,
) => ({
  kit: hash(
    JSON.stringify([rows, audits.map(({ id, requirements, run }) => [id, requirements, String(run)])]),
  ),
  documents: hash(JSON.stringify(documents)),
  manifest: hash(manifest),
});
