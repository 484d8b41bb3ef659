import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { createSteppedClock } from '../testing-stepped-clock.ts';
import { createObjectDrag } from './object-drag.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { TransformUpdate, Placement } from './object-drag.ts';

const createPlacement = (x: number): Placement => ({
  position: { x, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
});
const createMove = (x: number): TransformUpdate => ({
  object: 'box',
  space: 'world',
  position: createPlacement(x).position,
});

/** Creates an object at 0 and a service whose responses the test controls. */
const createDraggedObject = () => {
  const { clock, pass } = createSteppedClock();
  const service = { x: 0, refuses: false };
  const said: unknown[] = [];
  const selection = signal<string | undefined>('box');
  const asked: (() => void)[] = [];
  const act = () =>
    new Promise((resolve) => asked.push(() => resolve({ result: createPlacement(service.x) })));
  const grip = createObjectDrag({
    selection,
    client: { act } as unknown as Pick<SceneClient, 'act'>,
    async write({ position }) {
      if (service.refuses) throw new Error('not there');
      service.x = (position as { x: number }).x;
    },
    notices: { showError: (failure) => said.push(failure) },
    clock,
  });
  /** Responds to the pending request with the current state. */
  const answer = async (): Promise<void> => {
    for (const give of asked.splice(0)) give();
    await pass(0);
  };
  return { grip, service, selection, said, asked, answer, pass };
};

test('knows the position of the selected object', async () => {
  const { grip, service, selection, answer } = createDraggedObject();
  await answer();
  expect(grip.placement.value).toEqual(createPlacement(0));
  service.x = 5;
  void grip.refresh();
  await answer();
  expect(grip.placement.value).toEqual(createPlacement(5));
  selection.value = undefined;
  expect(grip.placement.value).toBeUndefined();
});

test('ignores a response to a request from before the drag', async () => {
  const { grip, asked, answer, pass } = createDraggedObject();
  await answer();
  void grip.refresh();
  const [late] = asked.splice(0);
  grip.start();
  grip.move(createMove(3));
  void grip.refresh();
  expect(asked).toEqual([]);
  grip.end();
  late?.();
  await pass(0);
  expect(grip.placement.value).toEqual(createPlacement(0));
  await pass(100);
  void grip.refresh();
  await answer();
  expect(grip.placement.value).toEqual(createPlacement(3));
});

test('ends the drag when the service rejects a move, shows one error and rereads the position', async () => {
  const { grip, service, said, answer, pass } = createDraggedObject();
  await answer();
  service.refuses = true;
  grip.start();
  grip.move(createMove(3));
  await pass(0);
  grip.move(createMove(4));
  await pass(100);
  expect(said.map(String)).toEqual(['Error: not there']);
  expect(grip.isDragging.value).toBe(false);
  const before = grip.placement.value;
  void grip.refresh();
  await answer();
  expect(grip.placement.value).toEqual(createPlacement(0));
  expect(grip.placement.value).not.toBe(before);
});
