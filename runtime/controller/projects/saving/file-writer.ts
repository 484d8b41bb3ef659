/** Writes project files atomically, and never overwrites a version from another program (C-66, C-67). */
import { type StagedFile, stageFile, syncFolders } from '../../../storage/atomic-write.ts';
import { resolveProjectPath } from '../resolve-project-path.ts';
import type { EditJournal } from './edit-journal.ts';
import { type ExternalChangeDetector, describeMovedFile } from './external-change-detector.ts';
import { toSaveError, type WriteRetry } from './write-retry.ts';

export interface FileWrite {
  readonly path: string;
  /** Returns the file mode; 0644 by default. */
  getMode?(): number;
  createChunks(): Iterable<string>;
  /** Creates the journal line with the hash of the new content, to write before the file is replaced. */
  createJournalLine?(print: string): string;
  onWritten(): void;
}

interface FileWriterOptions {
  readonly folder: string;
  readonly changeDetector: ExternalChangeDetector;
  readonly journal: EditJournal;
  readonly writeRetry: WriteRetry;
  warn(message: string): void;
}

/** After a failure it continues with the other files. @throws ApiError SAVE_FAILED for the first failure */
type WriteFiles = (writes: readonly FileWrite[]) => Promise<void>;

/** Number of files to prepare before the first is replaced. They share one sync of the journal. */
const maxConcurrentFiles = 32;

type StagedWrite = StagedFile & { readonly write: FileWrite };

export const createFileWriter = ({
  folder,
  changeDetector,
  journal,
  writeRetry,
  warn,
}: FileWriterOptions): WriteFiles => {
  const stageAll = async (writes: readonly FileWrite[], failed: OnWriteFailed): Promise<StagedWrite[]> => {
    const staged: StagedWrite[] = [];
    for (const write of writes) {
      try {
        const place = await resolveProjectPath(folder, write.path);
        staged.push({ ...(await stageFile(place, write.createChunks(), write.getMode?.())), write });
      } catch (failure) {
        failed(write, failure);
      }
    }
    return staged;
  };

  /** Writes the new hashes to the journal first. After a crash, recovery then knows which files this process wrote. */
  const announce = async (staged: readonly StagedWrite[]): Promise<void> => {
    const notes = staged.map(({ write, hash }) => write.createJournalLine?.(hash) ?? '').join('');
    if (notes === '') return;
    journal.append([notes]);
    await journal.sync();
  };

  const replace = async ({ write: { path }, hash, fingerprint, replace }: StagedWrite): Promise<void> => {
    if (await changeDetector.readExternalChange(path))
      warn(describeMovedFile(path, await changeDetector.moveAside(path)));
    await replace();
    changeDetector.record(path, hash, fingerprint);
  };

  const writeSome = async (writes: readonly FileWrite[], failed: OnWriteFailed): Promise<void> => {
    const staged = await stageAll(writes, failed);
    try {
      await announce(staged);
    } catch (failure) {
      for (const { write, discard } of staged) {
        await discard().catch(() => {});
        failed(write, failure);
      }
      return;
    }
    const replaced: StagedWrite[] = [];
    for (const file of staged) {
      await replace(file).then(
        () => replaced.push(file),
        (failure) => failed(file.write, failure),
      );
    }
    try {
      await syncFolders(replaced.flatMap(({ folders }) => folders));
    } catch (failure) {
      for (const { write } of replaced) failed(write, failure);
      return;
    }
    for (const { write } of replaced) {
      write.onWritten();
      writeRetry.recordSuccess(write.path);
    }
  };

  return async (writes) => {
    const failures: unknown[] = [];
    const failed: OnWriteFailed = ({ path }, failure) => {
      writeRetry.recordFailure(path, failure);
      failures.push(toSaveError(path, failure));
    };
    for (let at = 0; at < writes.length; at += maxConcurrentFiles) {
      await writeSome(writes.slice(at, at + maxConcurrentFiles), failed);
    }
    if (failures.length > 0) throw failures[0];
  };
};

type OnWriteFailed = (write: FileWrite, failure: unknown) => void;
