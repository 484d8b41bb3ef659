/** A client that subscribes and unsubscribes continuously, alongside a client that must not miss any event. */
import { createFuzzRandom } from '../fuzz-hub/generate-frames.ts';
import { openSoakClient } from './soak-client.ts';
import { measureMemory, createMemoryRows, describeGrowth } from './memory-growth.ts';
import { createEventSource } from './numbered-event-sender.ts';
import { listProblems, openSoakSubscriber } from './soak-subscriber.ts';
import type { Random } from '../fuzz-hub/generate-frames.ts';
import type { SoakClient } from './soak-client.ts';
import type { SoakEvent } from './event-checker.ts';
import type { ScenarioReport, SoakTarget } from './soak-target.ts';

interface ChurnOptions {
  readonly seconds: number;
  /** Number of retained events before the first memory measurement. */
  readonly before: number;
  readonly seed: number;
}

/** Maximum number of patterns per connection (PROTOCOL, 'Patterns'). */
const maxPatterns = 1_000;

/** Only these patterns match console.log. */
const consolePatterns = [
  'console.log',
  '*',
  'console.*',
  '*.log',
  'CONSOLE.Log',
  '**.log',
  'console.**',
  '**',
] as const;
const otherPatterns = [
  'graph.*',
  'tween.**',
  '*.done',
  'ports.updated',
  'console',
  'console.log.*',
  'log',
  'scene.*',
] as const;
const invalidPatterns = ['', 'a..b', '.a', 'a b', 'x'.repeat(300)] as const;

/** Number of calls between two checks of delivery. */
const callsPerCheck = 10;

export const soakSubscriptionChurn = async (
  target: SoakTarget,
  options: ChurnOptions,
): Promise<ScenarioReport> => {
  const chance = createFuzzRandom(options.seed);
  const source = await createEventSource(target);
  const healthySubscriber = await openSoakSubscriber(target, source, { pattern: '*' });
  while (source.sentCount < options.before) {
    source.send(100);
    await source.waitUntilDelivered([healthySubscriber.eventChecker]);
  }
  const totals = { calls: 0, refused: 0, checks: 0 };
  const problems = new Set<string>();

  /** Runs one client that churns. Resolves when the time is over, with the client's subscriptions still active. */
  const churn = async (milliseconds: number) => {
    const startedAt = performance.now();
    const heldPatterns: HeldPatterns = new Map();
    const received: unknown[] = [];
    const client = await openSoakClient(target, {
      encoding: chance.pick(['json', 'messagepack'] as const),
      onCall: (_, event) => {
        const { message } = (event as SoakEvent).data;
        if (String(message).startsWith(source.marker)) received.push(message);
      },
    });
    while (performance.now() - startedAt < milliseconds) {
      for (let index = 0; index < callsPerCheck; index += 1) {
        const move =
          chance.below(3) === 0
            ? createUnsubscribe(chance, heldPatterns)
            : createSubscribe(chance, heldPatterns);
        const isRefused = await isRejected(move.run(client));
        totals.calls += 1;
        if (isRefused) totals.refused += 1;
        else move.apply();
        if (isRefused === move.isValid) problems.add('a valid call was rejected, or an invalid one accepted');
      }
      received.length = 0;
      source.send(1);
      if (!(await source.waitUntilDelivered([healthySubscriber.eventChecker])))
        problems.add('an event was not delivered to the permanent subscriber');
      // The response to this call arrives after the event, if the event is delivered.
      await client.call('SetRate', 20);
      const expected = [...heldPatterns.values()].some((delivers) => delivers) ? 1 : 0;
      if (received.length !== expected)
        problems.add(`an event was delivered ${received.length} times instead of ${expected}`);
      totals.checks += 1;
    }
    return client;
  };

  const halfMs = options.seconds * 500;
  await (await churn(halfMs)).close();
  const initialMemory = await measureMemory(target);
  await (await churn(halfMs)).close();
  const after = await measureMemory(target);
  for (const problem of [...source.problems, ...listProblems([healthySubscriber])]) problems.add(problem);
  await Promise.all([healthySubscriber.client.close(), source.close()]);
  return {
    rows: [
      ['calls, and rejected ones', `${totals.calls}, ${totals.refused}`],
      ['checks of delivery', String(totals.checks)],
      ...createMemoryRows([initialMemory, after]),
    ],
    problems: [...problems, ...describeGrowth(initialMemory, after)],
  };
};

/** A call and its expected result. */
interface ChurnCall {
  run(client: SoakClient): Promise<unknown>;
  readonly isValid: boolean;
  /** Records the effect of a successful call. */
  apply(): void;
}

/**
 * A client's subscriptions by pattern and filter. The value says whether a subscription matches the numbered events.
 */
type HeldPatterns = Map<string, boolean>;

const createSubscribe = (chance: Random, heldPatterns: HeldPatterns): ChurnCall => {
  const patterns =
    chance.below(10) === 0 ? pickPatternsUpToLimit(chance, heldPatterns) : pickPatterns(chance);
  const object = chance.below(4) === 0 ? `object-${chance.below(3)}` : undefined;
  const added = patterns.map((pattern): [string, boolean] => [
    `${pattern.toLowerCase()} ${object ?? ''}`,
    object === undefined && (consolePatterns as readonly string[]).includes(pattern),
  ]);
  return {
    run: (client) =>
      object === undefined
        ? client.call('Subscribe', patterns)
        : client.call('SubscribeFiltered', patterns, [object], null, []),
    isValid: areValidPatterns(patterns) && new Map([...heldPatterns, ...added]).size <= maxPatterns,
    apply() {
      for (const [key, delivers] of added) heldPatterns.set(key, delivers);
    },
  };
};

const createUnsubscribe = (chance: Random, heldPatterns: HeldPatterns): ChurnCall => {
  const getPattern = (key: string) => key.slice(0, key.indexOf(' '));
  const isEverything = chance.below(10) === 0;
  const patterns = isEverything
    ? [...new Set([...heldPatterns.keys()].map(getPattern))]
    : pickPatterns(chance);
  return {
    run: (client) => client.call('Unsubscribe', patterns),
    isValid: areValidPatterns(patterns),
    apply() {
      const endedPatterns = new Set(patterns.map((pattern) => pattern.toLowerCase()));
      for (const key of heldPatterns.keys()) if (endedPatterns.has(getPattern(key))) heldPatterns.delete(key);
    },
  };
};

const areValidPatterns = (patterns: readonly string[]): boolean =>
  !patterns.some((pattern) => (invalidPatterns as readonly string[]).includes(pattern));

const pickPatterns = (chance: Random): readonly string[] =>
  Array.from({ length: 1 + chance.below(80) }, () => pickPattern(chance));

/** Picks as many new patterns as the limit still allows, or one more. */
const pickPatternsUpToLimit = (chance: Random, heldPatterns: HeldPatterns): readonly string[] => {
  const count = maxPatterns - heldPatterns.size + chance.below(2);
  return Array.from({ length: count }, (_, index) => `limit-${chance.below(1_000_000)}-${index}`);
};

const pickPattern = (chance: Random): string => {
  const kind = chance.below(1_000);
  if (kind < 2) return chance.pick(invalidPatterns);
  if (kind < 10) return chance.pick(consolePatterns);
  if (kind < 100) return chance.pick(otherPatterns);
  return `made.up-${chance.below(5_000)}.*`;
};

const isRejected = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    () => true,
  );
