import type { RunningServer } from '../../handlers/start-server.ts';
import { onShutdownRequest } from './on-shutdown-request.ts';
import { exitCodes } from './exit-codes.ts';
import { printError } from './output.ts';

/**
 * Shuts a server down at the first signal. The second signal prints what the shutdown is waiting for, and the third
 * ends the process.
 */
export const closeOnSignal = (
  server: Pick<RunningServer, 'close' | 'pendingShutdownStep'>,
  timeoutSeconds: number,
): void => {
  let requestCount = 0;
  const printStatus = (text: string): void => printError(`scene-runtime: ${text}\n`);
  const shutDown = async (): Promise<void> => {
    const { unsaved: unsavedReason } = await server.close(timeoutSeconds * 1_000);
    if (unsavedReason !== undefined) printStatus(`not everything is saved: ${unsavedReason}`);
    process.exit(unsavedReason === undefined ? exitCodes.ok : exitCodes.failed);
  };
  const onRequest = (): void => {
    requestCount += 1;
    if (requestCount === 1) void shutDown();
    else if (requestCount === 2)
      printStatus(`waiting for ${server.pendingShutdownStep}. Press Ctrl+C again to end at once.`);
    else process.exit(exitCodes.failed);
  };
  onShutdownRequest(onRequest);
};
