import type { RunningServer } from '../../handlers/start-server.ts';
import { onShutdownRequest } from './on-shutdown-request.ts';
import { exitCodes } from './exit-codes.ts';
import { printError } from './output.ts';

/** Asked to end, a server does so in order; the second time it tells what that waits for, the third time the process ends. */
export const closeOnSignal = (
  server: Pick<RunningServer, 'close' | 'pendingShutdownStep'>,
  timeoutSeconds: number,
): void => {
  let times = 0;
  const say = (text: string): void => printError(`scene-runtime: ${text}\n`);
  const end = async (): Promise<void> => {
    const { unsaved } = await server.close(timeoutSeconds * 1_000);
    if (unsaved !== undefined) say(`not everything is saved: ${unsaved}`);
    process.exit(unsaved === undefined ? exitCodes.ok : exitCodes.failed);
  };
  const asked = (): void => {
    times += 1;
    if (times === 1) void end();
    else if (times === 2)
      say(`waiting for ${server.pendingShutdownStep}; once more ends the process at once`);
    else process.exit(exitCodes.failed);
  };
  onShutdownRequest(asked);
};
