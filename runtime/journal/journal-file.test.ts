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

test('writes lines in order to a file that only its owner can read', async () => {
  const journal = await createTestJournalFile();
  const lines = Array.from({ length: 1_000 }, (_, index) => `${index}\n`);
  for (const line of lines) journal.write(line);
  await journal.close();
  expect(await readFile(file, 'utf8')).toBe(lines.join(''));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(failures).toEqual([]);
});

test('writes lines while the file is open', async () => {
  const journal = await createTestJournalFile();
  journal.write('first\n');
  await expect.poll(() => readFile(file, 'utf8')).toBe('first\n');
  journal.write('second\n');
  await expect.poll(() => readFile(file, 'utf8')).toBe('first\nsecond\n');
  await journal.close();
});

test('does not overwrite an existing file', async () => {
  await writeFile(file, 'precious');
  await expect(createTestJournalFile()).rejects.toThrow('exists already');
  expect(await readFile(file, 'utf8')).toBe('precious');
});

test('reports a write error once, and the runtime continues', async () => {
  const journal = await createTestJournalFile();
  await journal.close();
  journal.write('late\n');
  await expect.poll(() => failures).toHaveLength(1);
  journal.write('later\n');
  expect(failures).toHaveLength(1);
});

test('deletes a file on request', async () => {
  const journal = await createTestJournalFile();
  journal.write('line\n');
  await journal.delete();
  await expect(readJournal(file)).rejects.toThrow('cannot be read');
});

test('reads a recorded journal, and rejects another file', async () => {
  await writeFile(file, createRecordedTestRuntime().end());
  expect(await readJournal(file)).toMatchObject({ inputs: [], end: { tick: 0, events: 0 } });
  await writeFile(file, 'nonsense\n');
  await expect(readJournal(file)).rejects.toThrow(`${file}: line 1 is not`);
});
