/**
 * Reads project files from untrusted sources. Links, special files and files above the size limit are rejected without
 * being read.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { readNoFollowFlags, resolvePathInside, UnsafeLinkError } from '#runtime/shared/safe-path.ts';
import { decodeUtf8 } from '#runtime/shared/text-encoding.ts';
import { normalizeProjectPath } from './project-paths.ts';

/**
 * Converts a project path to an absolute path.
 * @throws ApiError INVALID_REQUEST for a path that leads out of the folder
 * @throws UnsafeLinkError for a path that leads out of the folder through a link
 */
export const resolveProjectPath = async (folder: string, path: string): Promise<string> =>
  resolvePathInside(folder, normalizeProjectPath(path));

/**
 * Opens a regular file.
 * @throws an error with a one-line message about why the file can't be opened
 */
export const openRegularFile = async (path: string): Promise<FileHandle> => {
  const file = await open(path, readNoFollowFlags).catch((failure: NodeJS.ErrnoException) => {
    // On FreeBSD, the error code for a link is EMLINK.
    throw failure.code === 'ELOOP' || failure.code === 'EMLINK'
      ? new UnsafeLinkError(basename(path), 'where a file is expected; replace it with the file')
      : failure;
  });
  const entry = await file.stat();
  if (entry.isFile()) return file;
  await file.close();
  throw new Error('it is not a file');
};

/**
 * Reads the bytes of a file, which must not be a link.
 * @throws an error with a one-line message about why the file can't be read
 */
export const readFileBytes = async (path: string, maxBytes: number): Promise<Buffer> => {
  const file = await openRegularFile(path);
  try {
    const { size } = await file.stat();
    if (size > maxBytes) throw new Error(`it has ${size} bytes; at most ${maxBytes} are read`);
    return await file.readFile();
  } finally {
    await file.close();
  }
};

/**
 * Reads the text of a file, which must not be a link.
 * @throws an error with a one-line message about why the file can't be read
 */
export const readFileText = async (path: string, maxBytes: number): Promise<string> =>
  decodeUtf8(await readFileBytes(path, maxBytes));

const chunkBytes = 1024 * 1024;
const newline = 10;

/**
 * Reads a file of any length line by line. The file must not be a link.
 * @param onLine a function that is called with each line, and returns false to stop reading
 * @throws an error with a one-line message about why the file can't be read
 */
export const readFileLines = async (path: string, onLine: (line: string) => boolean): Promise<void> => {
  const file = await openRegularFile(path);
  try {
    /** The chunks of the incomplete line that has been read so far. */
    let lineStart: Buffer[] = [];
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        lineStart.push(chunk.subarray(from, end));
        if (!onLine(Buffer.concat(lineStart).toString())) return;
        lineStart = [];
        from = end + 1;
      }
      lineStart.push(chunk.subarray(from));
    }
    onLine(Buffer.concat(lineStart).toString());
  } finally {
    await file.close();
  }
};
