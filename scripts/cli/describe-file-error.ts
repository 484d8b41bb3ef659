import { getSystemErrorMap } from 'node:util';

/** Describes a file system error in words, such as 'permission denied'. Returns `undefined` for other errors. */
export const describeFileError = (failure: unknown): string | undefined => {
  const { errno, path } = failure as NodeJS.ErrnoException;
  if (errno === undefined || path === undefined) return undefined;
  return getSystemErrorMap().get(errno)?.[1];
};
