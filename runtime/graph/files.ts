import { randomBytes } from 'node:crypto';
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { Fault } from '#spec/errors.ts';

/**
 * Replaces a file as a whole: whoever reads it, or kills the process, sees the old content or the new.
 * Of content in pieces, each is asked for when the one before is written.
 */
export const writeAtomically = async (
  path: string,
  content: string | Uint8Array | Iterable<string>,
  mode = 0o644,
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      for (const piece of piecesOf(content)) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (failure) {
    await rm(temporary, { force: true });
    throw failure;
  }
};

const piecesOf = (content: string | Uint8Array | Iterable<string>): Iterable<string | Uint8Array> =>
  typeof content === 'string' || content instanceof Uint8Array ? [content] : content;

/**
 * A path inside a project folder, written relative with forward slashes.
 * @throws Fault INVALID_REQUEST for one that leads out of the folder or is too long for a file
 */
export const projectPath = (path: string): string => {
  const clean = normalize(path.replaceAll('\\', '/')).replaceAll(sep, '/');
  const leavesFolder = isAbsolute(clean) || /^[a-z]:/i.test(clean) || clean.split('/').includes('..');
  if (!leavesFolder && clean !== '.' && !clean.includes('\0')) return checkLength(clean);
  throw new Fault('INVALID_REQUEST', `'path' is '${path}'; expected a path inside the project folder.`, {
    path,
  });
};

/** Bytes that file systems take, less what a temporary name and the folder of the project add. */
const longestName = 200;
const longestPath = 1000;

const checkLength = (path: string): string => {
  const isShort = path.split('/').every((name) => Buffer.byteLength(name) <= longestName);
  if (isShort && Buffer.byteLength(path) <= longestPath) return path;
  throw new Fault(
    'INVALID_REQUEST',
    `'path' is too long; expected at most ${longestPath} bytes, and ${longestName} for each name in it.`,
  );
};

/**
 * The absolute place of a project path; symbolic links may not lead out of the folder.
 * @throws Fault INVALID_REQUEST
 */
export const resolveInside = async (folder: string, path: string): Promise<string> => {
  const root = await realpath(folder);
  const target = join(root, projectPath(path));
  const real = await realpathOfExisting(target);
  const way = relative(root, real);
  if (way === '' || (!way.startsWith('..') && !isAbsolute(way))) return target;
  throw new Fault('INVALID_REQUEST', `'path' is '${path}', which leads out of the project folder.`, { path });
};

const realpathOfExisting = async (path: string): Promise<string> => {
  try {
    return await realpath(path);
  } catch {
    return join(await realpathOfExisting(dirname(path)), path.slice(dirname(path).length + 1));
  }
};
