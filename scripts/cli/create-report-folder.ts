import { access, constants, mkdir } from 'node:fs/promises';
import { toUsageError } from './explain-user-error.ts';

/**
 * Creates the folder for a report before the run starts, so that an unwritable folder is reported at once rather than
 * after minutes.
 * @throws UsageError that names the problem
 */
export const createReportFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (failure) {
    throw toUsageError(failure);
  }
};
