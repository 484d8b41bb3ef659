/** The lines of the kit that judge. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const kit = resolve(import.meta.dirname, '../../../conformance');

/** A call that decides something, whoever makes it; `must(true)` only says what others have decided. */
const judges = /\.(must[A-Z]?\w*|should)\((?!true,)/;

const sourcesIn = (room: string): readonly string[] =>
  readdirSync(join(kit, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${room}/${file}`)
    .sort();

/** Their texts by their places, as outcomes tell them. */
export const judgingLines = (): ReadonlyMap<string, string> =>
  new Map(
    ['audits', 'audit-helpers', 'model'].flatMap(sourcesIn).flatMap((file) =>
      readFileSync(join(kit, file), 'utf8')
        .split('\n')
        .flatMap((text, index) =>
          judges.test(text) ? [[`${file}:${index + 1}`, text.trim()] as const] : [],
        ),
    ),
  );
