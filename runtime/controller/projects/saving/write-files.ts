/** Writes files of a project, each as a whole and none over what another program has written (register: C-66, C-67). */
import { type StagedFile, stageFile, syncFolders } from '../../../disk/atomic.ts';
import { resolveInside } from '../resolve-inside.ts';
import type { EditJournal } from './edit-journal.ts';
import { type KnownFiles, keptAside } from './known-files.ts';
import { saveFailed, type Trouble } from './trouble.ts';

/** A file that is to be written. */
export interface Write {
  readonly path: string;
  /** Who may read it; 0644 where nothing is said. */
  mode?(): number;
  pieces(): Iterable<string>;
  /** What the journal is to know of the print before the file takes its place. */
  note?(print: string): string;
  done(): void;
}

interface FileWriterOptions {
  readonly folder: string;
  readonly known: KnownFiles;
  readonly journal: EditJournal;
  readonly trouble: Trouble;
  warn(message: string): void;
}

/** @throws Fault SAVE_FAILED of the first failure, after all else is written */
type WriteFiles = (writes: readonly Write[]) => Promise<void>;

/** Files that are finished before the first of them takes its place: they share a synchronisation of the journal. */
const filesAtOnce = 32;

type Staged = StagedFile & { readonly write: Write };

export const createFileWriter = ({
  folder,
  known,
  journal,
  trouble,
  warn,
}: FileWriterOptions): WriteFiles => {
  const stageAll = async (writes: readonly Write[], failed: Failed): Promise<Staged[]> => {
    const staged: Staged[] = [];
    for (const write of writes) {
      try {
        const place = await resolveInside(folder, write.path);
        staged.push({ ...(await stageFile(place, write.pieces(), write.mode?.())), write });
      } catch (failure) {
        failed(write, failure);
      }
    }
    return staged;
  };

  /** After a crash, the journal has to know the files that were written from it for its own. */
  const announce = async (staged: readonly Staged[]): Promise<void> => {
    const notes = staged.map(({ write, print }) => write.note?.(print) ?? '').join('');
    if (notes === '') return;
    journal.append([notes]);
    await journal.sync();
  };

  const replace = async ({ write: { path }, print, stamp, replace }: Staged): Promise<void> => {
    if (await known.foreign(path)) warn(keptAside(path, await known.setAside(path)));
    await replace();
    known.learn(path, print, stamp);
  };

  const writeSome = async (writes: readonly Write[], failed: Failed): Promise<void> => {
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
    const replaced: Staged[] = [];
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
      write.done();
      trouble.succeeded(write.path);
    }
  };

  return async (writes) => {
    const failures: unknown[] = [];
    const failed: Failed = ({ path }, failure) => {
      trouble.failed(path, failure);
      failures.push(saveFailed(path, failure));
    };
    for (let at = 0; at < writes.length; at += filesAtOnce) {
      await writeSome(writes.slice(at, at + filesAtOnce), failed);
    }
    if (failures.length > 0) throw failures[0];
  };
};

type Failed = (write: Write, failure: unknown) => void;
