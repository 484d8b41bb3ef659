import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { UsageError } from '../../cli/exit-codes.ts';
import type { Mutant } from '@stryker-mutator/instrumenter';

/** A mutant with the source text that the mutant replaces. */
export interface SampledMutant extends Mutant {
  readonly original: string;
  /** Path relative to the project root. */
  readonly path: string;
}

/** Whether a file is a test or is only used by tests. */
const isTestSource = (path: string): boolean => /\.test\.ts$|(^|\/)testing|^spec\/documents\//.test(path);

/** Returns the paths of the source files in the given folders and files, relative to the root. */
const listSources = async (root: string, paths: readonly string[]): Promise<string[]> => {
  const filesByPath = await Promise.all(
    paths.map(async (path) => {
      const entry = await stat(path).catch(() => {
        throw new UsageError(`There is nothing at ${path}.`);
      });
      if (entry.isFile()) return [relative(root, resolve(path))];
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => relative(root, resolve(entry.parentPath, entry.name)));
    }),
  );
  return [...new Set(filesByPath.flat())].filter((path) => !isTestSource(path)).sort();
};

/** Discards Stryker's log output, because this script reports all results itself. */
const silentLog = new Proxy<Readonly<Record<string, () => unknown>>>(
  {},
  { get: (_, name) => () => (String(name).startsWith('is') ? false : undefined) },
);

/** Generates every mutant that Stryker finds in the given files. */
const generateMutants = async (root: string, paths: readonly string[]): Promise<readonly SampledMutant[]> => {
  const files = await Promise.all(
    paths.map(async (path) => {
      const name = join(root, path);
      return { name, content: await readFile(name, 'utf8'), mutate: true };
    }),
  );
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const { mutants } = await new Instrumenter(silentLog).instrument(files, options);
  const lines = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  return mutants.map((mutant) => ({
    ...mutant,
    // biome-ignore lint/style/noNonNullAssertion: a mutant is in one of the files
    original: getText(lines.get(mutant.fileName)!, mutant.location),
    path: relative(root, mutant.fileName),
  }));
};

const getText = (lines: readonly string[], { start, end }: Mutant['location']): string => {
  const text = lines.slice(start.line, end.line + 1).join('\n');
  const behind = (lines[end.line] ?? '').length - end.column;
  return text.slice(start.column, text.length - behind);
};

/** Whether a mutant changes a sentence. Such mutants are skipped, because a test that repeats a sentence is useless. */
const isProseMutant = ({ mutatorName, original }: SampledMutant): boolean =>
  mutatorName === 'StringLiteral' && original.includes(' ');

const getSampleRank = ({ path, location, replacement }: SampledMutant, seed: number): string =>
  createHash('sha1')
    .update(JSON.stringify([seed, path, location, replacement]))
    .digest('hex');

/** Draws mutants from the sources at the given paths. The same seed draws the same mutants until the sources change. */
export const sampleMutants = async (
  root: string,
  paths: readonly string[],
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<{ readonly sampledMutants: readonly SampledMutant[]; readonly total: number }> => {
  const mutants = (await generateMutants(root, await listSources(root, paths))).filter(
    (mutant) => !isProseMutant(mutant),
  );
  const ranked = mutants.map((mutant) => ({ mutant, rank: getSampleRank(mutant, seed) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return { sampledMutants: ranked.slice(0, count).map(({ mutant }) => mutant), total: mutants.length };
};
