import { ProjectError } from '#runtime/controller/projects/project.ts';
import { JournalError } from '#runtime/journal/parse.ts';
import { SettingsError } from '../../handlers/security/settings.ts';
import { UsageError } from './exit.ts';
import { fileTrouble } from './file-trouble.ts';

/**
 * One line for the user, where what failed is theirs to mend.
 * @param port that was to be listened on, if any
 */
export const asUsageError = (failure: unknown, port?: number): unknown => {
  const isForUser = [ProjectError, SettingsError, JournalError].some((kind) => failure instanceof kind);
  if (isForUser) return new UsageError((failure as Error).message);
  const { code, path } = failure as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new UsageError(`port ${port} is taken; choose another with --port, or 0 for a free one`);
  if (code === 'EACCES' && path === undefined)
    return new UsageError(`port ${port} may not be used: permission denied`);
  const trouble = fileTrouble(failure);
  return trouble ? new UsageError(`'${path}' cannot be used: ${trouble}`) : failure;
};
