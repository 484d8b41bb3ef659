/** The lines of the kit that judge. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const kitFolder = resolve(import.meta.dirname, '../../../conformance');

/** A call that decides something, whoever makes it; `must(true)` only says what others have decided. */
const assertionPattern = /\.(must[A-Z]?\w*|should)\((?!true,)/;

const listSources = (room: string): readonly string[] =>
  readdirSync(join(kitFolder, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${room}/${file}`)
    .sort();

/** Their texts by their places, as outcomes tell them. */
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
