import { ownCli, startOwnCommand } from '../../own-command.ts';
import { startOwnServer } from '../../own-server.ts';
import { createTarget, type Target } from '../../target/target.ts';
import { natsAbsence, startNats } from '../../nats-server.ts';
import { absenceOfOwn } from '../own-server-absence.ts';
import type { SuiteContext } from '../suite.ts';

/** A service of this package on a NATS server, with relays of it, started for one candidate. */
export interface OwnRelays {
  /** The service, and behind it the relays. */
  readonly hubs: readonly Target[];
  stop(): Promise<void>;
}

/** Why no relays can be started for a measurement. @returns undefined where they can */
export const absenceOfRelays = (context: SuiteContext): string | undefined =>
  absenceOfOwn(context) ?? natsAbsence;

export const startOwnRelays = async (count: number): Promise<OwnRelays> => {
  const nats = await startNats();
  const stops: (() => Promise<void>)[] = [nats.close];
  const stop = async (): Promise<void> => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const service = await startOwnServer(ownCli, 'embedded', ['--nats', nats.url]);
    stops.push(service.stop);
    const { token, settingsFile } = service;
    const hubs = [createTarget(service)];
    for (let started = 0; started < count; started += 1) {
      const options = ['--port', '0', '--settings-file', settingsFile, '--json'];
      const { ready, pid, stop } = await startOwnCommand(ownCli, ['relay', '--nats', nats.url, ...options]);
      stops.push(stop);
      hubs.push(createTarget({ url: String(ready.url), token, ...(pid !== undefined && { pid }) }));
    }
    return { hubs, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
};
