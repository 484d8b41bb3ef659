import { expect, it } from 'vitest';
import { listPieces } from '#runtime/disk/text.ts';
import { onEveryHost } from '../testing-hosts.ts';
import type { TimeSlices } from '../time-slices.ts';
import type { Call } from './call.ts';
import { JsonBytes } from './json-bytes.ts';
import { Sliced } from './sliced.ts';
import { Written } from './written.ts';

const call = { takesBytes: true } as Call;

/** A list of long texts, so that each is a slice. An edit may happen between two slices, as often as it is told to. */
const createSubject = (edits: number) => {
  const items = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(70_000));
  let revision = 0;
  let slices = 0;
  const edit = (): void => {
    if (revision === edits) return;
    revision += 1;
    items[0] = `edit ${revision}`.padEnd(70_000);
  };
  const pausing: TimeSlices = {
    next() {
      slices += 1;
      return Promise.resolve().then(edit);
    },
  };
  const pieces = () => listPieces(items, (item) => JSON.stringify(item));
  const whole = new Written(() => [...items], pieces, items.length);
  const answer = new Sliced({
    whole,
    pieces,
    size: 2_000,
    count: items.length,
    version: () => `${revision}`,
  });
  return { items, whole, slices: () => slices, read: () => answer.answer(call, {}, pausing) };
};

const textOf = (answer: unknown): unknown =>
  answer instanceof JsonBytes ? JSON.parse(Buffer.from(answer.bytes).toString()) : undefined;

it('is written again when its subject changed between two slices', async () => {
  const { read, items, slices } = createSubject(1);
  expect(textOf(await read())).toEqual(items);
  expect(slices()).toBeGreaterThan(5);
});

it('is made in one turn when its subject changes all the time', async () => {
  const { read, whole } = createSubject(Number.POSITIVE_INFINITY);
  expect(await read()).toBe(whole);
});

onEveryHost('large answers', ({ call, createGraph }) => {
  it('are those of the same call in a batch', async () => {
    const { id } = await createGraph();
    const nodes = Array.from({ length: 1_000 }, (_, index) => ({ tempId: `n${index}`, category: 'Add' }));
    const wires = nodes.slice(1).map((_, index) => ({ from: `n${index}/Result`, to: `n${index + 1}/A` }));
    await call('POST', `/api/graphs/${id}/build`, { nodes, connections: wires });
    await call('POST', `/api/graphs/${id}/build`, { nodes });
    const paths = ['', '/nodes', '/connections'].map((path) => `/api/graphs/${id}${path}`);
    const operations = paths.map((path) => ({ method: 'GET', path }));
    const { body: batch } = await call<{ results: { body: unknown }[] }>('POST', '/api/batch', {
      operations,
    });
    for (const [index, path] of paths.entries()) {
      const { body, headers } = await call('GET', path);
      expect(body).toEqual(batch.results[index]?.body);
      if (Array.isArray(body)) expect(headers.get('X-Total-Count')).toBe(`${body.length}`);
    }
  });
});
