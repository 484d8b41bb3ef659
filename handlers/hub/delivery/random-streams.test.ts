/** `STREAMS=10000` checks that many random streams rather than a few. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeMessagePack } from '#runtime/link/messagepack/decode-messagepack.ts';
import { toEventEnvelope } from '../../controller/bus/event-bus.ts';
import { defaultHubLimits } from '../hub-limits.ts';
import { codecs } from '../protocol/codecs.ts';
import { createLengthPrefixDecoder } from '../protocol/framing.ts';
import { getPayload } from '../protocol/websocket-frame.ts';
import { createFlushBatch } from '../session/turn-scheduling.ts';
import {
  createGraphRunning,
  createGraphStopped,
  createNodeDone,
  createTweenCompleted,
} from '../testing-events.ts';
import { createSteppedScheduler } from '../testing-scheduler.ts';
import { createFanOut, type Subscriber } from './fan-out.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { OutgoingBatch } from './outgoing-batch.ts';
import type { EventFilter, Interest } from './subscriptions.ts';

const streamId = 's1';
const types = ['graph.running', 'graph.stopped', 'node.done', 'tween.completed'];
const names = ['a', 'b'];

const arbitraryEvent: fc.Arbitrary<RaisedEvent> = fc
  .tuple(
    fc.constantFrom(createGraphRunning, createGraphStopped, createTweenCompleted, (graphId: string) =>
      createNodeDone('n1', 'In', graphId),
    ),
    fc.constantFrom(...names),
  )
  .map(([create, name]) => create(name));

const arbitraryFilter: fc.Arbitrary<EventFilter> = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...names).map((object) => ({ object: [object] })),
);

const arbitraryInterest = fc
  .array(fc.tuple(fc.constantFrom(...types), fc.array(arbitraryFilter, { minLength: 1, maxLength: 2 })), {
    maxLength: 4,
  })
  .map((entries) => new Map(entries));

const subscriberCount = 4;
const arbitrarySubscriber = fc.nat({ max: subscriberCount - 1 });

type Step =
  | { readonly publish: readonly RaisedEvent[] }
  | { readonly subscribe: number; readonly interest: Interest }
  | { readonly leave: number }
  | { readonly endTurn: true };

const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ publish: fc.array(arbitraryEvent, { maxLength: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ subscribe: arbitrarySubscriber, interest: arbitraryInterest }) },
  { weight: 1, arbitrary: fc.record({ leave: arbitrarySubscriber }) },
  { weight: 2, arbitrary: fc.constant({ endTurn: true } as const) },
);

const decodeEvents = ({ name }: Subscriber['codec'], frame: Buffer): unknown[] => {
  const payload = getPayload(frame);
  if (typeof payload === 'string') {
    expect(name).toBe('json');
    return payload
      .split('\x1e')
      .slice(0, -1)
      .map((record) => JSON.parse(record).arguments[0]);
  }
  return [...createLengthPrefixDecoder(1e6)(Buffer.from(payload))].map(
    (bytes) => (decodeMessagePack(bytes) as [number, object, null, string, [unknown]])[4][0],
  );
};

it('subscribers receive what a filter of the whole stream would give each of them', () => {
  const check = (steps: readonly Step[]): void => {
    const scheduler = createSteppedScheduler();
    const failures: unknown[] = [];
    const fanOut = createFanOut(
      streamId,
      { ...defaultHubLimits, eventsAMessage: 7 },
      scheduler,
      createFlushBatch(scheduler, (failure) => failures.push(failure)),
      () => {},
    );
    const received: unknown[][] = [];
    const expected: unknown[][] = [];
    const interests: (Interest | undefined)[] = [];
    const subscribers = Array.from({ length: subscriberCount }, (_, index): Subscriber => {
      received.push([]);
      expected.push([]);
      const codec = codecs[index % codecs.length]!;
      return {
        codec,
        deliverBatch({ events, frame, encodeOthers }: OutgoingBatch) {
          const decoded = decodeEvents(codec, frame);
          received[index]?.push(...decoded);
          // as for a slow consumer, which receives other events than those of its group
          const others = events.slice(index % 2);
          if (others.length > 0)
            expect(decodeEvents(codec, encodeOthers(others).frame)).toEqual(decoded.slice(index % 2));
        },
      };
    });
    let seq = 0;
    for (const step of steps) {
      if ('publish' in step) {
        fanOut.publish(step.publish, seq + 1);
        for (const event of step.publish) {
          seq += 1;
          for (const [index, interest] of interests.entries()) {
            const isWanted = interest
              ?.get(event.type)
              ?.some((filter) => filter.object?.includes(event.object ?? '') ?? true);
            if (isWanted) expected[index]?.push(toEventEnvelope(streamId, seq, event));
          }
        }
      } else if ('subscribe' in step) {
        fanOut.flush();
        fanOut.updateSubscription(subscribers[step.subscribe]!, { interest: step.interest, intervalMs: 0 });
        interests[step.subscribe] = step.interest;
      } else if ('leave' in step) {
        fanOut.flush();
        fanOut.removeSubscriber(subscribers[step.leave]!);
        interests[step.leave] = undefined;
      } else {
        scheduler.endTurn();
      }
    }
    scheduler.endTurn();
    expect(failures).toEqual([]);
    expect(received).toEqual(expected);
  };
  fc.assert(fc.property(fc.array(arbitraryStep, { maxLength: 25 }), check), {
    numRuns: Number(process.env.STREAMS ?? 1000),
  });
});
