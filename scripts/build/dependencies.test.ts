import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const table = readFileSync(new URL('../../.github/DEPENDENCIES.md', import.meta.url), 'utf8');

it('every dependency has a row that says what it is for, and nothing else has one', () => {
  const [installed = '', separate = ''] = table.split('## Packages of their own');
  const named = [...installed.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  const { devDependencies, scripts } = manifest;
  expect(named.toSorted()).toEqual(
    Object.keys(devDependencies)
      .map((name) => `\`${name}\``)
      .toSorted(),
  );
  const packages = [...separate.matchAll(/^\| `npm run (\S+)` \| `(\S+)`/gm)];
  expect(packages).toHaveLength(5);
  for (const [, script, folder] of packages) {
    expect(Object.entries(scripts).find(([name]) => name === script)?.[1]).toContain(`--prefix ${folder} ci`);
    expect(existsSync(new URL(`../../${folder}/package-lock.json`, import.meta.url))).toBe(true);
  }
});
