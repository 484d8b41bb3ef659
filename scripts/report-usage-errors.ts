/**
 * Prints errors that the user can fix as one line instead of a stack trace. Has an effect only in a script that was
 * started directly.
 */
import { exitCodes, isUsageError } from './cli/exit-codes.ts';

const isOptionsError = (failure: unknown): failure is Error =>
  failure instanceof Error && 'code' in failure && String(failure.code).startsWith('ERR_PARSE_ARGS_');

if (process.argv[1]?.startsWith(import.meta.dirname))
  process.on('uncaughtException', (failure) => {
    const isUsage = isUsageError(failure) || isOptionsError(failure);
    console.error(isUsage ? failure.message : failure);
    process.exit(isUsage ? exitCodes.usage : exitCodes.failed);
  });
