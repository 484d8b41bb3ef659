/**
 * Reads project files from untrusted sources. Links, special files and files above the size limit are rejected before
 * they are read.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { readNoFollowFlags, UnsafeLinkError } from './safe-path.ts';
import { decodeUtf8 } from './text-encoding.ts';

/** @throws an error with a one-line message about why the file can't be opened */
const openRegularFile = async (place: string): Promise<FileHandle> => {
  const file = await open(place, readNoFollowFlags).catch((failure: NodeJS.ErrnoException) => {
    // FreeBSD reports EMLINK for a link.
    throw failure.code === 'ELOOP' || failure.code === 'EMLINK'
      ? new UnsafeLinkError(basename(place), 'where a file is expected; replace it with the file')
      : failure;
  });
  const entry = await file.stat();
  if (entry.isFile()) return file;
  await file.close();
  throw new Error('it is not a file');
};

/**
 * Reads the bytes of a file that isn't a link.
 * @throws an error with a one-line message about why it can't be read
 */
export const readFileBytes = async (place: string, mostBytes: number): Promise<Buffer> => {
  const file = await openRegularFile(place);
  try {
    const { size } = await file.stat();
    if (size > mostBytes) throw new Error(`it has ${size} bytes; at most ${mostBytes} are read`);
    return await file.readFile();
  } finally {
    await file.close();
  }
};

/**
 * Reads the text of a file that isn't a link.
 * @throws an error with a one-line message about why it can't be read
 */
export const readFileText = async (place: string, mostBytes: number): Promise<string> =>
  decodeUtf8(await readFileBytes(place, mostBytes));

const chunkBytes = 1024 * 1024;
const newline = 10;

/**
 * Reads a file of any length line by line. It must not be a link.
 * @param take called with each line; returns false to stop
 * @throws an error with a one-line message about why the file can't be read
 */
export const readFileLines = async (place: string, take: (line: string) => boolean): Promise<void> => {
  const file = await openRegularFile(place);
  try {
    /** The beginning of an incomplete line. */
    let begun: Buffer[] = [];
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        begun.push(chunk.subarray(from, end));
        if (!take(Buffer.concat(begun).toString())) return;
        begun = [];
        from = end + 1;
      }
      begun.push(chunk.subarray(from));
    }
    take(Buffer.concat(begun).toString());
  } finally {
    await file.close();
  }
};
