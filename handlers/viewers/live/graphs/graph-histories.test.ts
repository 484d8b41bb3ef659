import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestClient, type TestClient } from '../session/testing-client.ts';
import { createGraphHistories } from './graph-histories.ts';

let test: TestClient;
let graphId: string;
beforeEach(async () => {
  test = await createTestClient();
  ({ id: graphId } = await test.client.request('POST /api/graphs', { body: { name: 'Old' } }));
});
afterEach(() => test.dispose());

const rename = (name: string) => () =>
  test.client.request('PUT /api/graphs/{graphId}', { params: { graphId }, body: { name } });
/** Undoes or redoes a step as another page or an agent would. */
const toggle = (direction: 'undo' | 'redo', step: number) =>
  test.client.request(`POST /api/graphs/{graphId}/${direction}`, { params: { graphId }, body: { step } });

it('orders the steps before a reload before all others, and knows the next one', async () => {
  await rename('One')();
  await rename('Two')();
  const histories = createGraphHistories(test.client, '');
  await histories.load(graphId);
  const loaded = histories.getStamps(graphId);
  expect([loaded.edit, loaded.redo, histories.getNext(graphId, 'undo')]).toEqual([0, 0, 2]);
  expect(loaded.undo).toBeGreaterThan(0);
  expect(loaded.undo).toBeLessThan(1);
  await histories.track(graphId, rename('Three'));
  const { edit, undo } = histories.getStamps(graphId);
  expect([undo === edit, undo >= 1, histories.getNext(graphId, 'undo')]).toEqual([true, true, 3]);
});

it('moves steps between undo and redo, and drops what the service no longer has', async () => {
  const histories = createGraphHistories(test.client, '');
  for (const name of ['One', 'Two']) await histories.track(graphId, rename(name));
  await histories.track(graphId, async () => {
    await toggle('undo', 2);
    histories.recordToggle(graphId, 'undo', 2);
  });
  expect([histories.getNext(graphId, 'undo'), histories.getNext(graphId, 'redo')]).toEqual([1, 2]);
  expect(histories.getStamps(graphId).redo).toBeGreaterThan(histories.getStamps(graphId).edit);
  await toggle('undo', 1);
  await histories.track(graphId, rename('Three'));
  expect([histories.getNext(graphId, 'undo'), histories.getNext(graphId, 'redo')]).toEqual([3, undefined]);
});

it('shows the failure of the work, and reads the steps nevertheless', async () => {
  const histories = createGraphHistories(test.client, '');
  const failing = histories.track(graphId, async () => {
    await rename('One')();
    throw new Error('too late');
  });
  await expect(failing).rejects.toThrow('too late');
  expect(histories.getNext(graphId, 'undo')).toBe(1);
});
