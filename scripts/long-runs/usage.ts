/** Says what the user can mend in one line, in place of a stack trace. */
import { exitCodes, isUsageError } from '../cli/exit.ts';

process.on('uncaughtException', (failure) => {
  const isUsage = isUsageError(failure);
  console.error(isUsage ? failure.message : failure);
  process.exit(isUsage ? exitCodes.usage : exitCodes.failed);
});
