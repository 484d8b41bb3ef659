import { ProjectError } from '../../handlers/controller/projects/project.ts';
import { FileWriteError } from '#runtime/shared/atomic-write.ts';
import { JournalError } from '#runtime/journal/journal-format.ts';
import { SettingsError } from '../../handlers/security/settings-file.ts';
import { UsageError } from './exit-codes.ts';
import { describeFileError } from './describe-file-error.ts';

/** The ports that the user requested. */
interface PortOptions {
  readonly port?: number;
}

/** Converts errors that the user can fix into a {@link UsageError}, and returns other errors unchanged. */
export const toUsageError = (failure: unknown, options: PortOptions = {}): unknown => {
  const kinds = [ProjectError, SettingsError, JournalError, FileWriteError];
  if (kinds.some((kind) => failure instanceof kind)) return new UsageError((failure as Error).message);
  const { code, path, port = options.port } = failure as NodeJS.ErrnoException & { readonly port?: number };
  const option = port === options.port ? '--port' : '--lan-port';
  if (code === 'EADDRINUSE')
    return new UsageError(`Port ${port} is in use. Pass another ${option}, or ${option} 0 for a free one.`);
  if (code === 'EACCES' && path === undefined)
    return new UsageError(`Port ${port} can't be used: permission denied`);
  const problem = describeFileError(failure);
  return problem ? new UsageError(`'${path}' can't be used: ${problem}`) : failure;
};
