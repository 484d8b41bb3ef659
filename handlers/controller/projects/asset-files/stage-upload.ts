/** Receives uploaded files into temporary files in the service folder. */
import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { toFileFingerprint } from '#runtime/shared/atomic-write.ts';
import { serviceFolder } from '../project.ts';
import { createServiceFolder } from '../saving/service-folder.ts';
import type { HashedFile } from './file-hashes.ts';

export interface StagedUpload extends HashedFile {
  /** The file's fingerprint, which a rename doesn't change. */
  readonly fingerprint: string;
}

/** Returns the project path of a new temporary file. */
export const createUploadPath = (): string => `${serviceFolder}/upload.${randomBytes(6).toString('hex')}.tmp`;

/**
 * Writes a body to a temporary file, and syncs the file. Each chunk is requested only after the previous chunk has been
 * written.
 * @param path the path in the project, as returned by {@link createUploadPath}; the caller must delete the file
 * @param checkSize called with the number of bytes so far; throws to reject the body
 * @throws the error of the body, of `checkSize`, of the file system, or the reason of the signal
 */
export const stageUpload = async (
  folder: string,
  path: string,
  body: AsyncIterable<Uint8Array>,
  checkSize: (bytes: number) => void,
  signal: AbortSignal,
): Promise<StagedUpload> => {
  createServiceFolder(folder);
  const handle = await open(join(folder, path), 'wx', 0o644);
  const chunks = body[Symbol.asyncIterator]();
  try {
    const hash = createHash('sha256');
    let size = 0;
    for (;;) {
      const next = await abortable(chunks.next(), signal);
      if (next.done) break;
      size += next.value.length;
      checkSize(size);
      hash.update(next.value);
      await handle.writeFile(next.value);
    }
    await handle.sync();
    const fingerprint = toFileFingerprint(await handle.stat({ bigint: true }));
    return { size, hash: hash.digest('hex'), fingerprint };
  } finally {
    // A body that still waits for data ends only with its connection.
    void chunks.return?.().catch(() => {});
    await handle.close();
  }
};

/**
 * Waits for a promise, but not longer than until the signal aborts.
 * @throws the reason of the signal
 */
export const abortable = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
