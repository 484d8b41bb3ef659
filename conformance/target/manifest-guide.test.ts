import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldCatalog } from './field-readers/field-catalog.ts';
import { parseManifest } from './manifest.ts';
import { placeholders } from './placeholders.ts';

const guide = readFileSync(new URL('../../spec/guides/implementation.md', import.meta.url), 'utf8');
const [, section = ''] = guide.split('### A manifest, line by line\n');
const [manifestText = ''] = /(?<=```json manifest\n)[\s\S]*?(?=```)/.exec(section) ?? [];

/** Lists the keys of a manifest, each with the line on which it is. */
const listLines = (): readonly string[] => manifestText.trimEnd().split('\n');

describe('the guide to the manifest', () => {
  it('shows a complete manifest of a strange server, and explains each of its lines', () => {
    const manifest = parseManifest(manifestText);
    expect(Object.keys(manifest.choices.paths).length).toBeGreaterThan(30);
    const explained = [...section.matchAll(/^\| (\d+)(?:–(\d+))? \|/gm)].map(([, from, to]) => [
      Number(from),
      Number(to ?? from),
    ]);
    const lines = listLines();
    const unexplained = lines
      .map((_, index) => index + 1)
      .filter(
        (line) =>
          /"/.test(lines[line - 1] ?? '') &&
          !explained.some(([from = 0, to = 0]) => from <= line && line <= to),
      );
    expect(unexplained).toEqual([]);
    expect(Math.max(...explained.flat())).toBeLessThanOrEqual(lines.length);
  });

  it('lists every placeholder', () => {
    const rows = Object.entries(placeholders).map(
      ([word, { about, keys }]) =>
        `| \`${word}\` | ${about} | ${keys.map((key) => `\`${key}\``).join(', ')} |`,
    );
    expect(guide).toContain(rows.join('\n'));
  });

  it('lists every reading with the record that it is applied to', () => {
    const keysByRoot = new Map<string, string[]>();
    for (const [key, { root }] of Object.entries(fieldCatalog))
      keysByRoot.set(root, [...(keysByRoot.get(root) ?? []), `\`${key}\``]);
    const rows = [...keysByRoot].map(([root, keys]) => `| ${root} | ${keys.join(', ')} |`);
    expect(guide).toContain(rows.join('\n'));
  });
});
