import { builtCliPath, startCliProcess } from '../../start-cli-process.ts';
import { startTemporaryServer } from '../../start-temporary-server.ts';
import { createTarget, type Target } from '../../target/target.ts';
import { natsSkipReason, startNatsServer } from '../../start-nats-server.ts';
import { getReferenceServerSkipReason } from '../reference-server-skip-reason.ts';
import type { SuiteContext } from '../suite.ts';

/** A service from this package with relays that are connected through a NATS server, started for one candidate. */
export interface RunningRelays {
  /** The hubs: first the service, then its relays. */
  readonly hubs: readonly Target[];
  stop(): Promise<void>;
}

/** @returns the reason why no relays can be started for a measurement, or `undefined` when they can be started */
export const getRelaysSkipReason = (context: SuiteContext): string | undefined =>
  getReferenceServerSkipReason(context) ?? natsSkipReason;

export const startRelays = async (count: number): Promise<RunningRelays> => {
  const nats = await startNatsServer();
  const disposers: (() => Promise<void>)[] = [nats.close];
  const stop = async (): Promise<void> => {
    for (const dispose of disposers.toReversed()) await dispose();
  };
  try {
    const service = await startTemporaryServer(builtCliPath, 'embedded', ['--nats', nats.url]);
    disposers.push(service.stop);
    const { token, settingsFile } = service;
    const hubs = [createTarget(service)];
    for (let startedCount = 0; startedCount < count; startedCount += 1) {
      const options = ['--port', '0', '--settings-file', settingsFile, '--json'];
      const { readyMessage, pid, stop } = await startCliProcess(builtCliPath, [
        'relay',
        '--nats',
        nats.url,
        ...options,
      ]);
      disposers.push(stop);
      hubs.push(createTarget({ url: String(readyMessage.url), token, ...(pid !== undefined && { pid }) }));
    }
    return { hubs, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
};
