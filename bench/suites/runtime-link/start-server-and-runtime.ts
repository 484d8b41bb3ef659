import { startCliProcess } from '../../start-cli-process.ts';
import { startTemporaryServer } from '../../start-temporary-server.ts';
import { createTarget } from '../../target/target.ts';
import type { Target } from '../../target/target.ts';

/** A server from this package with its runtime, started for one candidate. */
export interface ServerAndRuntime {
  readonly target: Target;
  /** Id of the process that contains the runtime. */
  readonly runtimePid: number | undefined;
  stop(): Promise<void>;
}

/**
 * @param cli the path of the command line
 * @param runtime whether the runtime is in the server's process or in a separate process
 * @throws Error with the end of the process's output when a process does not become ready
 */
export const startServerAndRuntime = async (
  cli: string,
  runtime: 'embedded' | 'external',
): Promise<ServerAndRuntime> => {
  const server = await startTemporaryServer(cli, runtime);
  const target = createTarget(server);
  if (runtime === 'embedded') return { target, runtimePid: server.pid, stop: server.stop };
  try {
    const link = new URL('/runtime', server.url.replace(/^http/, 'ws'));
    const files = ['--settings-file', server.settingsFile];
    const { readyMessage, pid, stop } = await startCliProcess(cli, [
      ...['runtime', '--connect', link.href, ...files, '--json'],
    ]);
    if (readyMessage.state !== 'up') {
      await stop();
      throw new Error(`the runtime was not taken up: ${readyMessage.text}`);
    }
    return {
      ...{ target, runtimePid: pid },
      async stop() {
        await stop();
        await server.stop();
      },
    };
  } catch (failure) {
    await server.stop();
    throw failure;
  }
};
