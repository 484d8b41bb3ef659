/** Finds the kit's assertions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const kitFolder = resolve(import.meta.dirname, '../../../conformance');

/**
 * Matches a call that decides about a requirement. `must(true)` is excluded, because this call only reports an earlier
 * decision.
 */
const assertionPattern = /\.(must[A-Z]?\w*|should)\((?!true,)/;

const listSources = (folder: string): readonly string[] =>
  readdirSync(join(kitFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
    .sort();

/** Returns the source lines of all assertions, keyed by `file:line` as in outcomes. */
export const listAssertionLines = (): ReadonlyMap<string, string> =>
  new Map(
    ['audits', 'audit-helpers', 'model'].flatMap(listSources).flatMap((file) =>
      readFileSync(join(kitFolder, file), 'utf8')
        .split('\n')
        .flatMap((text, index) =>
          assertionPattern.test(text) ? [[`${file}:${index + 1}`, text.trim()] as const] : [],
        ),
    ),
  );
