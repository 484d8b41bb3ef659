import { beforeEach, describe, expect, it } from 'vitest';
import { graphRunning, tweenCompleted } from './testing-events.ts';
import { createFakeHub, invoke, received } from './testing-hub.ts';
import type { FakeHub } from './testing-hub.ts';
import type { FakeWire } from './testing-wire.ts';

let fake: FakeHub;
let wire: FakeWire;
beforeEach(() => {
  fake = createFakeHub();
  wire = fake.join();
});

const several = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

describe('a call with much wrong in it', () => {
  it.each(['Subscribe', 'Unsubscribe'])('%s names the first five patterns that are none', async (method) => {
    const patterns = ['graph.*', 'a..b', '', 'c.', '.d', 'e f', 'g!', 'h..i'];
    const { error } = await invoke(wire, method, patterns);
    expect(error).toContain(
      "The patterns 'a..b', '', 'c.', '.d', 'e f' and 2 more are malformed: expected names, * or **",
    );
  });

  it('names the first five arguments that are of another kind', async () => {
    const { error } = await invoke(wire, 'Subscribe', several(1_000, 1));
    expect(error).toMatch(/^INVALID_REQUEST: patterns\.0: .*patterns\.4: [^;]*; and 995 more\. GET/);
    expect(error!.length).toBeLessThan(600);
  });

  it.each([
    ['Subscribe', [several(200_000, 1)], 'patterns: expected at most 1000, not 200000.'],
    ['Unsubscribe', [several(1_001, 'a')], 'patterns: expected at most 1000, not 1001.'],
    ['SubscribeFiltered', [['a'], several(1_001, 'b')], 'objects: expected at most 1000, not 1001.'],
    [
      'SubscribeFiltered',
      [['a'], null, null, several(9_999, 'c')],
      'clips: expected at most 1000, not 9999.',
    ],
    ['SendActionBatch', [several(200_000, 1)], 'commands: expected at most 500, not 200000.'],
  ])('%s that names too much is counted, and not looked at', async (method, args, reason) => {
    const { error } = await invoke(wire, method, ...args);
    expect(error).toBe(`INVALID_REQUEST: ${reason} GET /api/events/types describes the hub methods.`);
  });

  it('is taken at the limit', async () => {
    const patterns = Array.from({ length: 1_000 }, (_, index) => `graph.x${index}.*`);
    expect(await invoke(wire, 'Subscribe', patterns)).not.toHaveProperty('error');
    expect(await invoke(wire, 'Subscribe', patterns)).not.toHaveProperty('error');
    expect((await invoke(wire, 'Subscribe', ['one.more'])).error).toContain('and this makes 1001');
    expect(await invoke(wire, 'Unsubscribe', patterns)).not.toHaveProperty('error');
    expect(await invoke(wire, 'Subscribe', ['one.more'])).not.toHaveProperty('error');
  });
});

describe('the filters of a connection', () => {
  const long = (name: string, length: number): string[] => [name.padEnd(length, 'x')];

  it('hold so much text, each counted once, and no more', async () => {
    const half = long('a', 30_000);
    expect(await invoke(wire, 'SubscribeFiltered', ['tween.*', '*'], half)).not.toHaveProperty('error');
    expect(await invoke(wire, 'SubscribeFiltered', ['graph.*'], half)).not.toHaveProperty('error');
    expect(await invoke(wire, 'SubscribeFiltered', ['*'], long('b', 30_000))).not.toHaveProperty('error');
    const { error } = await invoke(wire, 'SubscribeFiltered', ['*'], long('c', 30_000));
    expect(error).toContain('A connection may hold 65536 characters of filters, and this makes 90');
    await invoke(wire, 'Unsubscribe', ['*']);
    expect(await invoke(wire, 'SubscribeFiltered', ['*'], long('c', 30_000))).not.toHaveProperty('error');
  });

  it('are the same ones when they say the same, so that connections share what they receive', async () => {
    const other = fake.join();
    await invoke(wire, 'SubscribeFiltered', ['tween.*'], ['cube', 'lamp']);
    await invoke(wire, 'SubscribeFiltered', ['*.completed'], ['lamp', 'cube', 'cube']);
    await invoke(other, 'SubscribeFiltered', ['tween.*', '*.completed'], ['cube', 'lamp']);
    fake.raise([tweenCompleted('cube'), tweenCompleted('door')]);
    expect(received(wire).map(({ object }) => object)).toEqual(['cube']);
    expect(other.bytes.at(-1)).toBe(wire.bytes.at(-1));
  });
});

describe('patterns that can bring no event', () => {
  it('are subscribed to, and named in the answer as they were sent', async () => {
    const { result } = await invoke(wire, 'Subscribe', ['graph.*', 'Consol.log', 'x.**', 'Consol.log']);
    expect(result).toEqual({ streamId: 's1', seq: 0, unmatched: ['Consol.log', 'x.**'] });
    fake.raise([graphRunning('g1')]);
    expect(received(wire)).toHaveLength(1);
  });

  it('are those too that no event passes the filter of', async () => {
    const { result } = await invoke(wire, 'SubscribeFiltered', ['graph.*', 'tween.*'], ['cube']);
    expect(result).toEqual({ streamId: 's1', seq: 0, unmatched: ['graph.*'] });
  });

  it('are named again when they are subscribed to again', async () => {
    await invoke(wire, 'Subscribe', ['nothing']);
    expect((await invoke(wire, 'Subscribe', ['NOTHING'])).result).toMatchObject({ unmatched: ['NOTHING'] });
  });

  it('are not spoken of where there are none', async () => {
    expect((await invoke(wire, 'Subscribe', ['graph.*', '**'])).result).toEqual({ streamId: 's1', seq: 0 });
  });
});

describe('a call that changes nothing', () => {
  it.each([
    ['Unsubscribe', ['tween.*']],
    ['Unsubscribe', []],
    ['Subscribe', ['GRAPH.*']],
    ['SetRate', 20],
  ])('%s %j leaves the events of the turn in one message', async (method, argument) => {
    await invoke(wire, 'Subscribe', ['graph.*']);
    const before = wire.frames.length;
    fake.bus.publish([graphRunning('g1')]);
    wire.send(`${JSON.stringify({ type: 1, target: method, arguments: [argument] })}\x1e`);
    fake.bus.publish([graphRunning('g2')]);
    fake.scheduler.endTurn();
    expect(wire.frames.slice(before).map((frame) => frame.length)).toEqual([2]);
  });
});
