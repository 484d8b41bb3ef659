/** Writes project files atomically, and never overwrites another program's version of a file (C-66, C-67). */
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type StagedFile, stageFile, syncFolders, tempFilePattern } from '#runtime/shared/atomic-write.ts';
import { readNoFollowFlags } from '#runtime/shared/safe-path.ts';
import { isIgnoredFolder } from '../graph-locations.ts';
import { resolveProjectPath } from '../read-file.ts';
import { describeMovedFile, type ExternalChangeDetector } from './external-change-detector.ts';
import { toSaveError, type WriteRetry } from './write-retry.ts';
import type { Dirent } from 'node:fs';
import type { GraphDocument } from '../../graphs/graph-document.ts';
import type { EditJournal } from './edit-journal.ts';

export interface FileWrite {
  readonly path: string;
  /** Returns the file mode. If this function is absent, the mode is 0644. */
  getMode?(): number;
  createChunks(): Iterable<Uint8Array>;
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

/** Graph files may contain the values of sensitive ports. Only the owner may read a file with such a value (C-100). */
const ownerOnlyMode = 0o600;
const defaultMode = 0o644;
const otherUsersMask = 0o077;

export const getGraphFileMode = (graph: GraphDocument): number =>
  holdsSecret(graph) ? ownerOnlyMode : defaultMode;

/**
 * Makes a graph file readable only by its owner if the graph contains a secret. Required for files that another program
 * may have written.
 */
export const restrictFileAccess = async (file: string, graph: GraphDocument): Promise<void> => {
  if (!holdsSecret(graph)) return;
  const handle = await open(file, readNoFollowFlags);
  try {
    const { mode } = await handle.stat();
    if ((mode & otherUsersMask) !== 0) await handle.chmod(ownerOnlyMode);
  } finally {
    await handle.close();
  }
};

const holdsSecret = ({ nodes }: GraphDocument): boolean => {
  for (const { ports, values } of nodes.values()) {
    if (ports.some(({ name, isSensitive }) => isSensitive && (values[name] ?? '') !== '')) return true;
  }
  return false;
};

/**
 * Deletes temporary files that a killed process has left in a project. Files that can't be deleted are kept, because
 * temporary files do no harm.
 */
export const deleteTempFiles = async (root: string, folder = ''): Promise<void> => {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((): Dirent[] => []);
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile() && tempFilePattern.test(entry.name)) await rm(join(root, path)).catch(() => {});
    else if (entry.isDirectory() && !isIgnoredFolder(entry.name)) await deleteTempFiles(root, path);
  }
};
