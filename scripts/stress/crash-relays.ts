/**
 * Spreads a service's subscribers over its relays, and kills relays and their NATS server while events arrive.
 * Subscribers then continue at another relay. Checks that no subscriber receives an event twice or out of order, and
 * that every missed event is declared in a gap. Needs `npm run build`.
 *
 * `npx tsx scripts/stress/crash-relays.ts [--subscribers n] [--deliveries n] [--relays n] [--kills n]`
 */
import { createClient } from '#spec/client/index.ts';
import { builtCliPath, startCliProcess } from '../../bench/start-cli-process.ts';
import { startTemporaryServer } from '../../bench/start-temporary-server.ts';
import { startNatsServer } from '../../bench/start-nats-server.ts';
import { createSubscriber } from '../../fixtures/relays/hub-subscriber.ts';
import { printReport, runAsScript } from './run-as-script.ts';
import { withTimeout } from './with-timeout.ts';

interface RelaysOptions {
  readonly subscribers: number;
  readonly relays: number;
  /** Number of events multiplied by the number of subscribers. */
  readonly deliveries: number;
  /** How many times a relay or the NATS server is killed. */
  readonly kills: number;
}

interface RelaysOutcome {
  readonly events: number;
  readonly deliveries: number;
  readonly kills: number;
  /** Number of deliveries that were declared missing. */
  readonly declared: number;
  readonly seconds: number;
  /** The first violations that were found. */
  readonly problems: readonly string[];
}

type Relay = Awaited<ReturnType<typeof startCliProcess>>;

const closeMessage = 'the last one';
const expectedEvents = {
  isOne: (message: string): boolean => message === closeMessage || /^event \d+$/.test(message),
  isLast: (message: string): boolean => message === closeMessage,
};
const timeoutMs = 120_000;
/** Every fourth kill hits the NATS server rather than a relay. */
const killsPerBrokerKill = 4;

export const crashRelays = async (options: RelaysOptions): Promise<RelaysOutcome> => {
  const { subscribers: subscriberCount, kills } = options;
  const events = Math.ceil(options.deliveries / subscriberCount);
  const startedAt = performance.now();
  const nats = await startNatsServer();
  const service = await startTemporaryServer(builtCliPath, 'embedded', ['--nats', nats.url]);
  const startRelay = (): Promise<Relay> =>
    startCliProcess(builtCliPath, [
      ...['relay', '--nats', nats.url, '--port', '0', '--settings-file', service.settingsFile],
      ...['--hub-connections', String(subscriberCount), '--json'],
    ]);
  const relays = await Promise.all(Array.from({ length: options.relays }, startRelay));
  let relayIndex = 0;
  const nextRelay = (): string => String(relays[relayIndex++ % relays.length]?.readyMessage.eventsUrl);
  const subscribers = Array.from({ length: subscriberCount }, () =>
    createSubscriber(nextRelay, expectedEvents),
  );
  const problems: string[] = [];
  const killOne = async (kill: number): Promise<void> => {
    if (kill % killsPerBrokerKill === killsPerBrokerKill - 1) {
      await nats.kill();
      await nats.start();
      return;
    }
    const at = kill % relays.length;
    const pid = relays[at]?.pid;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    relays[at] = await startRelay();
  };
  try {
    await withTimeout(timeoutMs, Promise.all(subscribers.map(({ ready }) => ready)), 'all subscriptions');
    const scene = await createClient({ url: service.url, token: service.token }).connect();
    let killing: Promise<void> = Promise.resolve();
    let killed = 0;
    for (let event = 0; event < events; event += 1) {
      await scene.act('log.console', { message: `event ${event}` });
      if (killed < kills && event >= ((killed + 1) * events) / (kills + 1)) {
        const kill = killed;
        killed += 1;
        await killing;
        killing = killOne(kill);
      }
    }
    await killing;
    await scene.act('log.console', { message: closeMessage });
    await withTimeout(
      timeoutMs,
      Promise.all(subscribers.map(({ finished }) => finished)),
      'the last event at all subscribers',
    );
    await scene.close();
  } catch (failure) {
    problems.push((failure as Error).message);
  }
  for (const subscriber of subscribers) {
    problems.push(...subscriber.problems);
    subscriber.close();
  }
  await Promise.all(relays.map(({ stop }) => stop()));
  await service.stop();
  await nats.close();
  const sum = (field: 'count' | 'declaredGaps'): number =>
    subscribers.reduce((total, subscriber) => total + subscriber[field], 0);
  return {
    ...{ events, kills, deliveries: sum('count'), declared: sum('declaredGaps') },
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    problems: problems.slice(0, 20),
  };
};

await runAsScript(
  import.meta.url,
  { subscribers: 3_000, relays: 3, deliveries: 1_000_000, kills: 20 },
  async (options) => printReport(await crashRelays(options)),
);
