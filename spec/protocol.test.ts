import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);
const protocol = readFileSync(new URL('spec/PROTOCOL.md', root), 'utf8');
const [prose, register] = protocol.split('## Register of choices') as [string, string];

const rows = [...register.matchAll(/^\| (C-\d+) \|(.+)\|$/gm)].map(([, id, rest]) => ({
  id: id!,
  cells: rest!.split('|').map((cell) => cell.trim()),
}));
const ids = rows.map(({ id }) => id);

const idsIn = (text: string): string[] => [...text.matchAll(/\bC-\d{2,}\b/g)].map(([id]) => id);

/** The ids that sources cite, each with the file that cites it. Tests make up their own. */
const cited = ['spec', 'runtime', 'handlers'].flatMap((room) =>
  readdirSync(new URL(room, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(new URL(`${room}/${name}`, root), 'utf8');
      return idsIn(text).map((id) => ({ id, file: `${room}/${name}` }));
    }),
);

test('every choice that a source or the prose cites has a row', () => {
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ id }) => !ids.includes(id))).toEqual([]);
  expect(idsIn(prose).filter((id) => !ids.includes(id))).toEqual([]);
});

test('every row is cited, by a source or by the prose', () => {
  const used = new Set([...cited.map(({ id }) => id), ...idsIn(prose)]);
  expect(ids.filter((id) => !used.has(id))).toEqual([]);
});

test('ids stand once and in order, each with choice, reason and a section that exists', () => {
  const numbers = ids.map((id) => Number(id.slice(2)));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  const anchors = [...protocol.matchAll(/^#+ (.+)$/gm)].map(
    ([, title]) => `#${title!.toLowerCase().replaceAll(' ', '-')}`,
  );
  for (const { id, cells } of rows) {
    expect(cells, id).toHaveLength(3);
    expect(cells[0], id).not.toBe('');
    expect(cells[1], id).not.toBe('');
    expect(anchors, id).toContain(/\((#[^)]+)\)$/.exec(cells[2]!)?.[1]);
  }
});
