import { expect, it } from 'vitest';
import { stringifyListInChunks } from '#runtime/shared/text-encoding.ts';
import { describeOnEveryHost } from '../testing-on-every-host.ts';
import type { TimeSlices } from '../event-loop-turns.ts';
import type { Call } from './call.ts';
import { createSlicedValue } from './create-reply.ts';
import { Result } from './result.ts';

const call = { acceptsBytes: true } as Call;

/**
 * Creates a list of long strings, each of which fills a slice. After each slice the list is edited, up to `edits` times
 * in total.
 */
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
    startNextUnit() {
      slices += 1;
      return Promise.resolve().then(edit);
    },
  };
  const createChunks = () => stringifyListInChunks(items, (item) => JSON.stringify(item));
  const unsliced = Result.streamed(() => [...items], createChunks, items.length);
  const result = Result.sliced({
    unsliced,
    chunks: createChunks,
    recordCount: 2_000,
    count: items.length,
    version: () => `${revision}`,
  });
  return {
    items,
    unsliced,
    slices: () => slices,
    read: () => createSlicedValue(result.form, call, {}, pausing),
  };
};

const toJsonText = (result: unknown): unknown =>
  Result.is(result) && result.form.kind === 'bytes'
    ? JSON.parse(Buffer.from(result.form.bytes).toString())
    : undefined;

it('is written again when its subject changed between two slices', async () => {
  const { read, items, slices } = createSubject(1);
  expect(toJsonText(await read())).toEqual(items);
  expect(slices()).toBeGreaterThan(5);
});

it('is created in one turn when its subject keeps changing', async () => {
  const { read, unsliced } = createSubject(Number.POSITIVE_INFINITY);
  expect(await read()).toBe(unsliced);
});

describeOnEveryHost('large answers', ({ call, createGraph }) => {
  it('equals the result of the same call in a batch', async () => {
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
