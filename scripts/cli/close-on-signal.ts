import type { RunningServer } from '../../handlers/main.ts';
import { exitCodes } from './exit.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends a server in order, the second tells what that waits for, the third ends the process. */
export const closeOnSignal = (
  server: Pick<RunningServer, 'close' | 'waitsFor'>,
  timeoutSeconds: number,
): void => {
  let received = 0;
  const say = (text: string): void => void process.stderr.write(`scene-runtime: ${text}\n`);
  const end = async (): Promise<void> => {
    const { unsaved } = await server.close(timeoutSeconds * 1_000);
    if (unsaved !== undefined) say(`not everything is saved: ${unsaved}`);
    process.exit(unsaved === undefined ? exitCodes.ok : exitCodes.failed);
  };
  const onSignal = (): void => {
    received += 1;
    if (received === 1) void end();
    else if (received === 2) say(`waiting for ${server.waitsFor}; once more ends the process at once`);
    else process.exit(exitCodes.failed);
  };
  for (const signal of signals) process.on(signal, onSignal);
};
