import { access, constants, mkdir } from 'node:fs/promises';
import { asUsageError } from './as-usage-error.ts';

/**
 * Makes the folder for a report: that it cannot be written is known before the minutes that it takes to measure.
 * @throws UsageError that tells what is in the way
 */
export const requireFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (failure) {
    throw asUsageError(failure);
  }
};
