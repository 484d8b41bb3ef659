import { builtCliPath, startCliProcess } from '../../start-cli-process.ts';
import { startTemporaryServer } from '../../start-temporary-server.ts';
import { createTarget, type Target } from '../../target/target.ts';
import { natsSkipReason, startNatsServer } from '../../start-nats-server.ts';
import { getReferenceServerSkipReason } from '../reference-server-skip-reason.ts';
import type { SuiteContext } from '../suite.ts';

/** A service of this package on a NATS server, with relays, started for one candidate. */
export interface RunningRelays {
  /** The service, followed by the relays. */
  readonly hubs: readonly Target[];
  stop(): Promise<void>;
}

/** @returns why no relays can be started for a measurement; undefined when they can */
export const getRelaysSkipReason = (context: SuiteContext): string | undefined =>
  getReferenceServerSkipReason(context) ?? natsSkipReason;

export const startRelays = async (count: number): Promise<RunningRelays> => {
  const nats = await startNatsServer();
  const stops: (() => Promise<void>)[] = [nats.close];
  const stop = async (): Promise<void> => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const service = await startTemporaryServer(builtCliPath, 'embedded', ['--nats', nats.url]);
    stops.push(service.stop);
    const { token, settingsFile } = service;
    const hubs = [createTarget(service)];
    for (let started = 0; started < count; started += 1) {
      const options = ['--port', '0', '--settings-file', settingsFile, '--json'];
      const { readyMessage, pid, stop } = await startCliProcess(builtCliPath, [
        'relay',
        '--nats',
        nats.url,
        ...options,
      ]);
      stops.push(stop);
      hubs.push(createTarget({ url: String(readyMessage.url), token, ...(pid !== undefined && { pid }) }));
    }
    return { hubs, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
};
