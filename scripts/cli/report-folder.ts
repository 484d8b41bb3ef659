import { access, constants, mkdir } from 'node:fs/promises';
import { toUsageError } from './to-usage-error.ts';

/**
 * Makes the folder for a report: that it cannot be written is known before the minutes that it takes to measure.
 * @throws UsageError that tells what is in the way
 */
export const createReportFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (failure) {
    throw toUsageError(failure);
  }
};
