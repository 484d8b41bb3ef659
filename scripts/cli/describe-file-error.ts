import { getSystemErrorMap } from 'node:util';

/** Why the file system refused something, in words: 'permission denied'. Undefined when it was not the file system. */
export const describeFileError = (failure: unknown): string | undefined => {
  const { errno, path } = failure as NodeJS.ErrnoException;
  if (errno === undefined || path === undefined) return undefined;
  return getSystemErrorMap().get(errno)?.[1];
};
