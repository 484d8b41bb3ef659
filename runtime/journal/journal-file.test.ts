import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJournalFile, readJournal } from './journal-file.ts';
import { createRecordedTestRuntime } from './testing-recorded-runtime.ts';

let folder: string;
let file: string;
const failures: unknown[] = [];
const createTestJournalFile = () => createJournalFile(file, (failure) => failures.push(failure));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-journal-'));
  file = join(folder, 'run.journal');
  failures.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

test('lines stand in the file in their order, for its owner alone', async () => {
  const journal = await createTestJournalFile();
  const lines = Array.from({ length: 1_000 }, (_, index) => `${index}\n`);
  for (const line of lines) journal.write(line);
  await journal.close();
  expect(await readFile(file, 'utf8')).toBe(lines.join(''));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(failures).toEqual([]);
});

test('lines reach the file while it is open', async () => {
  const journal = await createTestJournalFile();
  journal.write('first\n');
  await expect.poll(() => readFile(file, 'utf8')).toBe('first\n');
  journal.write('second\n');
  await expect.poll(() => readFile(file, 'utf8')).toBe('first\nsecond\n');
  await journal.close();
});

test('a file that exists is left alone', async () => {
  await writeFile(file, 'precious');
  await expect(createTestJournalFile()).rejects.toThrow('exists already');
  expect(await readFile(file, 'utf8')).toBe('precious');
});

test('that nothing more can be written is told once, and stops nobody', async () => {
  const journal = await createTestJournalFile();
  await journal.close();
  journal.write('late\n');
  await expect.poll(() => failures).toHaveLength(1);
  journal.write('later\n');
  expect(failures).toHaveLength(1);
});

test('a file that was discarded is gone', async () => {
  const journal = await createTestJournalFile();
  journal.write('line\n');
  await journal.delete();
  await expect(readJournal(file)).rejects.toThrow('cannot be read');
});

test('what was recorded can be read, and what was not is named', async () => {
  await writeFile(file, createRecordedTestRuntime().end());
  expect(await readJournal(file)).toMatchObject({ inputs: [], end: { tick: 0, events: 0 } });
  await writeFile(file, 'nonsense\n');
  await expect(readJournal(file)).rejects.toThrow(`${file}: line 1 is not`);
});
