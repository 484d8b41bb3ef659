/** Writes project files atomically, and never overwrites another program's version of a file (C-66, C-67). */
import { type StagedFile, stageFile, syncFolders } from '#runtime/shared/atomic-write.ts';
import { resolveProjectPath } from '../resolve-project-path.ts';
import type { EditJournal } from './edit-journal.ts';
import { type ExternalChangeDetector, describeMovedFile } from './external-change-detector.ts';
import { toSaveError, type WriteRetry } from './write-retry.ts';

export interface FileWrite {
  readonly path: string;
  /** Returns the file mode. If this function is absent, the mode is 0644. */
  getMode?(): number;
  createChunks(): Iterable<string>;
  /** Creates the journal line with the hash of the new content. The line is written before the file is replaced. */
  readonly createJournalLine?: ((hash: string) => string) | undefined;
  onWritten(): void;
}

interface FileWriterOptions {
  readonly folder: string;
  readonly changeDetector: ExternalChangeDetector;
  readonly journal: EditJournal;
  readonly writeRetry: WriteRetry;
  warn(message: string): void;
}

/**
 * Writes files. If writing a file fails, the other files are still written.
 * @throws ApiError SAVE_FAILED for the first failure
 */
type WriteFiles = (writes: readonly FileWrite[]) => Promise<void>;

/**
 * The number of files to prepare before the first of them is replaced. All these files share one flush of the journal.
 */
const maxConcurrentFiles = 32;

type StagedWrite = StagedFile & { readonly write: FileWrite };

export const createFileWriter = ({
  folder,
  changeDetector,
  journal,
  writeRetry,
  warn,
}: FileWriterOptions): WriteFiles => {
  const stageAll = async (writes: readonly FileWrite[], onFailed: OnWriteFailed): Promise<StagedWrite[]> => {
    const staged: StagedWrite[] = [];
    for (const write of writes) {
      try {
        const absolutePath = await resolveProjectPath(folder, write.path);
        staged.push({ ...(await stageFile(absolutePath, write.createChunks(), write.getMode?.())), write });
      } catch (failure) {
        onFailed(write, failure);
      }
    }
    return staged;
  };

  /**
   * Writes the new hashes to the journal before the files are replaced. After a crash, recovery then knows which files
   * this process has written.
   */
  const writeHashesToJournal = async (staged: readonly StagedWrite[]): Promise<void> => {
    const lines = staged.map(({ write, hash }) => write.createJournalLine?.(hash) ?? '').join('');
    if (lines === '') return;
    journal.append([lines]);
    await journal.sync();
  };

  const replaceFile = async ({
    write: { path },
    hash,
    fingerprint,
    replace: replaceFile,
  }: StagedWrite): Promise<void> => {
    if (await changeDetector.readExternalChange(path))
      warn(describeMovedFile(path, await changeDetector.moveAside(path)));
    await replaceFile();
    changeDetector.record(path, hash, fingerprint);
  };

  const writeBatch = async (writes: readonly FileWrite[], onFailed: OnWriteFailed): Promise<void> => {
    const staged = await stageAll(writes, onFailed);
    try {
      await writeHashesToJournal(staged);
    } catch (failure) {
      for (const { write, discard } of staged) {
        await discard().catch(() => {});
        onFailed(write, failure);
      }
      return;
    }
    const replaced: StagedWrite[] = [];
    for (const file of staged) {
      await replaceFile(file).then(
        () => replaced.push(file),
        (failure) => onFailed(file.write, failure),
      );
    }
    try {
      await syncFolders(replaced.flatMap(({ folders }) => folders));
    } catch (failure) {
      for (const { write } of replaced) onFailed(write, failure);
      return;
    }
    for (const { write } of replaced) {
      write.onWritten();
      writeRetry.recordSuccess(write.path);
    }
  };

  return async (writes) => {
    const failures: unknown[] = [];
    const onFailed: OnWriteFailed = ({ path }, failure) => {
      writeRetry.recordFailure(path, failure);
      failures.push(toSaveError(path, failure));
    };
    for (let start = 0; start < writes.length; start += maxConcurrentFiles) {
      await writeBatch(writes.slice(start, start + maxConcurrentFiles), onFailed);
    }
    if (failures.length > 0) throw failures[0];
  };
};

type OnWriteFailed = (write: FileWrite, failure: unknown) => void;
