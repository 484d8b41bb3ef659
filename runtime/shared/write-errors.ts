const writeErrorReasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EISDIR: 'a folder has that name',
  EIO: 'the disk reports an error',
  EMFILE: 'the process has too many open files',
  ENFILE: 'the system has too many open files',
  ENOENT: 'its folder is no longer there',
};

const readOnlyErrorCodes = ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'];

/** Whether the error means that the disk can't be written to, because it is full or write-protected. */
export const isUnwritableError = (failure: unknown): failure is NodeJS.ErrnoException =>
  readOnlyErrorCodes.includes((failure as NodeJS.ErrnoException).code ?? '');

/** Returns a description of why a file couldn't be written. */
export const describeWriteError = (failure: unknown): string => {
  const { code = '', message } = failure as NodeJS.ErrnoException;
  const reason = writeErrorReasons[code];
  return reason ? `${reason} (${code})` : (message.split('\n')[0] ?? code);
};
