/** Says what the user can mend in one line, in place of a stack trace, where a script was started and not imported. */
import { exitCodes, isUsageError } from './cli/exit-codes.ts';

const isOptionsError = (failure: unknown): failure is Error =>
  failure instanceof Error && 'code' in failure && String(failure.code).startsWith('ERR_PARSE_ARGS_');

if (process.argv[1]?.startsWith(import.meta.dirname))
  process.on('uncaughtException', (failure) => {
    const isUsage = isUsageError(failure) || isOptionsError(failure);
    console.error(isUsage ? failure.message : failure);
    process.exit(isUsage ? exitCodes.usage : exitCodes.failed);
  });
