import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const projectRoot = new URL('..', import.meta.url);
const readText = (path: string): string => readFileSync(new URL(path, projectRoot), 'utf8');
const choicesText = readText('spec/CHOICES.md');

const entries = choicesText.split(/^(?=## )/m).slice(1);
const ids = entries.map((entry) => /^## (C-\d+)\n/.exec(entry)?.[1] ?? entry.slice(0, 20));

const findChoiceIds = (text: string): string[] => [...text.matchAll(/\bC-\d{2,}\b/g)].map(([id]) => id);

const proseFiles = readdirSync(new URL('spec', projectRoot), { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.md') && name !== 'CHOICES.md',
);

/**
 * The ids that sources and documents cite, each with the file that cites it. Tests are excluded, because they use
 * made-up ids.
 */
const citedIds = [
  ...['spec', 'runtime', 'handlers'].flatMap((folder) =>
    readdirSync(new URL(folder, projectRoot), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  ),
  ...proseFiles.map((name) => `spec/${name}`),
].flatMap((file) => findChoiceIds(readText(file)).map((id) => ({ id, file })));

test('every cited choice is in the register', () => {
  expect(citedIds.length).toBeGreaterThan(20);
  expect(citedIds.filter(({ id }) => !ids.includes(id))).toEqual([]);
});

test('every choice is cited by a source or a document', () => {
  const citedNumbers = new Set(citedIds.map(({ id }) => id));
  expect(ids.filter((id) => !citedNumbers.has(id))).toEqual([]);
});

test('entries are in order, and each has a choice, a reason and a place', () => {
  const numbers = ids.map((id) => Number(id.slice(2)));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  for (const entry of entries) {
    expect(entry).toMatch(
      /^## C-\d+\n\n\S[^\n]+\.\n\n\*\*Why:\*\* \S[^\n]+\.\n\n\*\*Where:\*\* \[.+\]\(\S+\)\n+$/,
    );
  }
});

test('a document marks chosen rules with links to the register', () => {
  for (const name of proseFiles) {
    const text = readText(`spec/${name}`);
    const marks = [...text.matchAll(/\[(C-\d+)\](?![:(])/g)].map(([, id]) => id!);
    const choicesPath = `${'../'.repeat(name.split('/').length - 1)}CHOICES.md`;
    const definitions = [...text.matchAll(/^\[(C-\d+)\]: (.+)$/gm)].map(([, id, target]) => [id, target]);
    const expected = [...new Set(marks)].sort().map((id) => [id, `${choicesPath}#${id.toLowerCase()}`]);
    expect(definitions, name).toEqual(expected);
  }
});
