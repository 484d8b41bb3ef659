/** A client that subscribes and unsubscribes without end, beside one that misses nothing. */
import { createChance } from '../fuzz-hub/frames.ts';
import { openClient } from './client.ts';
import { footprint, footprintRows, growthOf } from './memory.ts';
import { createSource } from './source.ts';
import { complaintsOf, openSubscriber } from './subscriber.ts';
import type { Chance } from '../fuzz-hub/frames.ts';
import type { SoakClient } from './client.ts';
import type { SoakEvent } from './ledger.ts';
import type { Report, SoakTarget } from './soak-target.ts';

interface ChurnOptions {
  readonly seconds: number;
  /** Events that the hub is to hold of the past before memory is looked at. */
  readonly before: number;
  readonly seed: number;
}

/** Patterns that a connection may hold (PROTOCOL, 'Patterns'). */
const mostPatterns = 1_000;

/** All of these bring console.log, and none of the others does. */
const bringing = [
  'console.log',
  '*',
  'console.*',
  '*.log',
  'CONSOLE.Log',
  '**.log',
  'console.**',
  '**',
] as const;
const others = [
  'graph.*',
  'tween.**',
  '*.done',
  'ports.updated',
  'console',
  'console.log.*',
  'log',
  'scene.*',
] as const;
const malformed = ['', 'a..b', '.a', 'a b', 'x'.repeat(300)] as const;

/** Calls between two looks at what comes. */
const callsALook = 10;

export const soakChurn = async (target: SoakTarget, options: ChurnOptions): Promise<Report> => {
  const chance = createChance(options.seed);
  const source = await createSource(target);
  const healthy = await openSubscriber(target, source, { pattern: '*' });
  while (source.sent < options.before) {
    source.send(100);
    await source.settled([healthy.ledger]);
  }
  const totals = { calls: 0, refused: 0, looks: 0 };
  const problems = new Set<string>();

  /** One client's churning; resolves when the time is over, with its subscriptions still there. */
  const churn = async (milliseconds: number) => {
    const started = performance.now();
    const held: Held = new Map();
    const came: unknown[] = [];
    const client = await openClient(target, {
      encoding: chance.pick(['json', 'messagepack'] as const),
      onCall: (_, event) => {
        const { message } = (event as SoakEvent).data;
        if (String(message).startsWith(source.marker)) came.push(message);
      },
    });
    while (performance.now() - started < milliseconds) {
      for (let index = 0; index < callsALook; index += 1) {
        const move = chance.below(3) === 0 ? unsubscribing(chance, held) : subscribing(chance, held);
        const refused = await isRefused(move.run(client));
        totals.calls += 1;
        if (refused) totals.refused += 1;
        else move.apply();
        if (refused === move.isLegal) problems.add('a call was refused, or was not, against the rules');
      }
      came.length = 0;
      source.send(1);
      if (!(await source.settled([healthy.ledger])))
        problems.add('an event did not come to who had subscribed all along');
      // Its answer comes behind the event, if the event comes.
      await client.call('SetRate', 20);
      const wanted = [...held.values()].some((brings) => brings) ? 1 : 0;
      if (came.length !== wanted) problems.add(`an event came ${came.length} times in place of ${wanted}`);
      totals.looks += 1;
    }
    return client;
  };

  const half = options.seconds * 500;
  await (await churn(half)).close();
  const before = await footprint(target);
  await (await churn(half)).close();
  const after = await footprint(target);
  for (const complaint of [...source.complaints, ...complaintsOf([healthy])]) problems.add(complaint);
  await Promise.all([healthy.client.close(), source.close()]);
  return {
    rows: [
      ['calls, and of them refused', `${totals.calls}, ${totals.refused}`],
      ['looks at what comes', String(totals.looks)],
      ...footprintRows([before, after]),
    ],
    problems: [...problems, ...growthOf(before, after)],
  };
};

/** A call, and what it ought to lead to. */
interface Move {
  run(client: SoakClient): Promise<unknown>;
  readonly isLegal: boolean;
  /** Notes what has changed when it was carried out. */
  apply(): void;
}

/** What a client holds, by pattern and filter: whether it brings the numbered events. */
type Held = Map<string, boolean>;

const subscribing = (chance: Chance, held: Held): Move => {
  const patterns = chance.below(10) === 0 ? upToTheLimit(chance, held) : somePatterns(chance);
  const object = chance.below(4) === 0 ? `object-${chance.below(3)}` : undefined;
  const added = patterns.map((pattern): [string, boolean] => [
    `${pattern.toLowerCase()} ${object ?? ''}`,
    object === undefined && (bringing as readonly string[]).includes(pattern),
  ]);
  return {
    run: (client) =>
      object === undefined
        ? client.call('Subscribe', patterns)
        : client.call('SubscribeFiltered', patterns, [object], null, []),
    isLegal: isSound(patterns) && new Map([...held, ...added]).size <= mostPatterns,
    apply() {
      for (const [key, brings] of added) held.set(key, brings);
    },
  };
};

const unsubscribing = (chance: Chance, held: Held): Move => {
  const patternOf = (key: string) => key.slice(0, key.indexOf(' '));
  const isEverything = chance.below(10) === 0;
  const patterns = isEverything ? [...new Set([...held.keys()].map(patternOf))] : somePatterns(chance);
  return {
    run: (client) => client.call('Unsubscribe', patterns),
    isLegal: isSound(patterns),
    apply() {
      const ended = new Set(patterns.map((pattern) => pattern.toLowerCase()));
      for (const key of held.keys()) if (ended.has(patternOf(key))) held.delete(key);
    },
  };
};

const isSound = (patterns: readonly string[]): boolean =>
  !patterns.some((pattern) => (malformed as readonly string[]).includes(pattern));

const somePatterns = (chance: Chance): readonly string[] =>
  Array.from({ length: 1 + chance.below(80) }, () => somePattern(chance));

/** As many new ones as there is room for, or one more. */
const upToTheLimit = (chance: Chance, held: Held): readonly string[] => {
  const room = mostPatterns - held.size + chance.below(2);
  return Array.from({ length: room }, (_, index) => `limit-${chance.below(1_000_000)}-${index}`);
};

const somePattern = (chance: Chance): string => {
  const kind = chance.below(1_000);
  if (kind < 2) return chance.pick(malformed);
  if (kind < 10) return chance.pick(bringing);
  if (kind < 100) return chance.pick(others);
  return `made.up-${chance.below(5_000)}.*`;
};

const isRefused = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    () => true,
  );
