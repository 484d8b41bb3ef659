import { open, readFile, rm } from 'node:fs/promises';
import { JournalError } from './journal-format.ts';
import { type Journal, parseJournal } from './parse-journal.ts';
import type { JournalSink } from './record-runtime.ts';

export interface JournalFile extends JournalSink {
  /** Writes the remaining lines and closes the file. */
  close(): Promise<void>;
  delete(): Promise<void>;
}

/**
 * Maximum number of milliseconds before a line is written. When the process is killed, the journal lines of at most
 * this period are lost.
 */
const maxWriteDelayMs = 200;

/**
 * Creates a journal file. Only the file's owner can read the file, because it contains everything that was sent to the
 * runtime.
 * @param onFailure called when no more lines can be written to the journal
 * @throws JournalError when the file already exists or can't be created
 */
export const createJournalFile = async (
  file: string,
  onFailure: (failure: unknown) => void,
): Promise<JournalFile> => {
  const handle = await open(file, 'ax', 0o600).catch((failure: NodeJS.ErrnoException) => {
    throw new JournalError(
      failure.code === 'EEXIST'
        ? `the journal ${file} exists already; choose another name, because journals are never overwritten`
        : `the journal cannot be created: ${failure.message}`,
    );
  });
  let buffered: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let pendingWrites = Promise.resolve();
  let isBroken = false;

  const append = async (text: string): Promise<void> => {
    if (isBroken) return;
    try {
      await handle.appendFile(text);
    } catch (failure) {
      isBroken = true;
      onFailure(failure);
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const text = buffered.join('');
    buffered = [];
    pendingWrites = pendingWrites.then(() => append(text));
    return pendingWrites;
  };

  return {
    write(line) {
      if (isBroken) return;
      buffered.push(line);
      timer ??= setTimeout(flush, maxWriteDelayMs);
    },
    fail: onFailure,
    async close() {
      await flush();
      await handle.close();
    },
    async delete() {
      clearTimeout(timer);
      await pendingWrites;
      await handle.close();
      await rm(file);
    },
  };
};

/**
 * Reads a journal.
 * @throws JournalError when the file doesn't exist or isn't a journal
 */
export const readJournal = async (file: string): Promise<Journal> => {
  const text = await readFile(file, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    throw new JournalError(`the journal cannot be read: ${failure.message}`);
  });
  try {
    return parseJournal(text);
  } catch (failure) {
    if (failure instanceof JournalError) throw new JournalError(`${file}: ${failure.message}`);
    throw failure;
  }
};
