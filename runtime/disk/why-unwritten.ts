const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EISDIR: 'a folder has that name',
  EIO: 'the disk reports an error',
};

/** Why a file could not be written, in words. */
export const whyUnwritten = (failure: unknown): string => {
  const { code = '', message } = failure as NodeJS.ErrnoException;
  const reason = reasons[code];
  return reason ? `${reason} (${code})` : (message.split('\n')[0] ?? code);
};
