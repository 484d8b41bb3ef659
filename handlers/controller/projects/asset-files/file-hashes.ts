import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { toFileFingerprint } from '#runtime/shared/atomic-write.ts';
import { ApiError } from '#spec/errors.ts';

export interface HashedFile {
  readonly size: number;
  readonly hash: string;
}

/** The number of bytes that are read and hashed at a time. */
const chunkBytes = 128 * 1024;

/** The maximum number of files whose hash is remembered. A list has at most as many files. */
const maxHashes = 40_000;

const maxAttempts = 3;

/** Reads a part of a file in chunks. */
export async function* readChunks(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const length = Math.min(chunkBytes, end - position);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
    if (bytesRead === 0) throw new Error('the file became shorter while it was read');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Computes the hashes of files. A file is hashed again only if its fingerprint has changed. */
export const createFileHashes = () => {
  const hashes = new Map<string, { readonly fingerprint: string; readonly hash: string }>();

  const set = (path: string, fingerprint: string, hash: string): void => {
    hashes.delete(path);
    hashes.set(path, { fingerprint, hash });
    const [oldest] = hashes.keys();
    if (hashes.size > maxHashes && oldest !== undefined) hashes.delete(oldest);
  };

  const computeHash = async (file: FileHandle, size: number): Promise<string> => {
    const hash = createHash('sha256');
    for await (const chunk of readChunks(file, 0, size)) hash.update(chunk);
    return hash.digest('hex');
  };

  return {
    set,
    /**
     * Returns the hash and the size of an open file.
     * @throws ApiError ACTION_FAILED when another program keeps changing the file
     */
    async get(path: string, file: FileHandle): Promise<HashedFile> {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const entry = await file.stat({ bigint: true });
        const fingerprint = toFileFingerprint(entry);
        const size = Number(entry.size);
        const known = hashes.get(path);
        if (known?.fingerprint === fingerprint) return { size, hash: known.hash };
        const hash = await computeHash(file, size).catch(() => undefined);
        const fingerprintAfter = toFileFingerprint(await file.stat({ bigint: true }));
        if (hash === undefined || fingerprintAfter !== fingerprint) continue;
        set(path, fingerprint, hash);
        return { size, hash };
      }
      throw new ApiError('ACTION_FAILED', `Another program is changing the file '${path}'. Try again later.`);
    },
  };
};
