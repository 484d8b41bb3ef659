import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const projectRoot = new URL('..', import.meta.url);
const protocol = readFileSync(new URL('spec/PROTOCOL.md', projectRoot), 'utf8');
const [prose, register] = protocol.split('## Register of choices') as [string, string];

const registerRows = [...register.matchAll(/^\| (C-\d+) \|(.+)\|$/gm)].map(([, id, rest]) => ({
  id: id!,
  cells: rest!.split('|').map((cell) => cell.trim()),
}));
const ids = registerRows.map(({ id }) => id);

const findChoiceIds = (text: string): string[] => [...text.matchAll(/\bC-\d{2,}\b/g)].map(([id]) => id);

/** Lists the cited ids, each with the file that cites it. Tests use ids of their own. */
const citedIds = ['spec', 'runtime', 'handlers'].flatMap((room) =>
  readdirSync(new URL(room, projectRoot), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(new URL(`${room}/${name}`, projectRoot), 'utf8');
      return findChoiceIds(text).map((id) => ({ id, file: `${room}/${name}` }));
    }),
);

test('every choice that a source or document cites has a row', () => {
  expect(citedIds.length).toBeGreaterThan(20);
  expect(citedIds.filter(({ id }) => !ids.includes(id))).toEqual([]);
  expect(findChoiceIds(prose).filter((id) => !ids.includes(id))).toEqual([]);
});

test('every row is cited by a source or document', () => {
  const used = new Set([...citedIds.map(({ id }) => id), ...findChoiceIds(prose)]);
  expect(ids.filter((id) => !used.has(id))).toEqual([]);
});

test('ids are unique and in order, each with choice, reason and an existing section', () => {
  const numbers = ids.map((id) => Number(id.slice(2)));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  const anchors = [...protocol.matchAll(/^#+ (.+)$/gm)].map(
    ([, title]) => `#${title!.toLowerCase().replaceAll(' ', '-')}`,
  );
  for (const { id, cells } of registerRows) {
    expect(cells, id).toHaveLength(3);
    expect(cells[0], id).not.toBe('');
    expect(cells[1], id).not.toBe('');
    expect(anchors, id).toContain(/\((#[^)]+)\)$/.exec(cells[2]!)?.[1]);
  }
});
