import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { createSteppedClock } from '../testing-stepped-clock.ts';
import { createObjectDrag } from './object-drag.ts';
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

/** Creates an object at position 0, and a service whose responses the test controls. */
const createDraggedObject = () => {
  const { clock, advance } = createSteppedClock();
  const service = { x: 0, refuses: false };
  const errors: unknown[] = [];
  /** The x of each reported move, of the move that would revert it, and of the object at that time. */
  const moves: number[][] = [];
  const selection = signal<string | undefined>('box');
  const requests: (() => void)[] = [];
  const drag = createObjectDrag({
    selection,
    read: () => new Promise((resolve) => requests.push(() => resolve(createPlacement(service.x)))),
    async write({ position }) {
      if (service.refuses) throw new Error('not there');
      service.x = (position as { x: number }).x;
    },
    notices: { showError: (failure) => errors.push(failure) },
    async onMoved(update, previous, written) {
      if (!(await written)) return;
      moves.push([...[update, previous].map(({ position }) => (position as { x: number }).x), service.x]);
    },
    clock,
  });
  /** Answers the pending request with the object's current state. */
  const respond = async (): Promise<void> => {
    for (const respondOnce of requests.splice(0)) respondOnce();
    await advance(0);
  };
  return { drag, service, selection, errors, moves, requests, respond, advance };
};

test('knows the position of the selected object', async () => {
  const { drag, service, selection, respond } = createDraggedObject();
  await respond();
  expect(drag.placement.value).toEqual(createPlacement(0));
  service.x = 5;
  void drag.refresh();
  await respond();
  expect(drag.placement.value).toEqual(createPlacement(5));
  selection.value = undefined;
  expect(drag.placement.value).toBeUndefined();
});

test('ignores a response to a request from before the drag', async () => {
  const { drag, requests, respond, advance } = createDraggedObject();
  await respond();
  void drag.refresh();
  const [lateResponse] = requests.splice(0);
  drag.start();
  drag.move(createMove(3));
  void drag.refresh();
  expect(requests).toEqual([]);
  drag.end();
  lateResponse?.();
  await advance(0);
  expect(drag.placement.value).toEqual(createPlacement(0));
  await advance(100);
  void drag.refresh();
  await respond();
  expect(drag.placement.value).toEqual(createPlacement(3));
});

test('ends the drag when the service rejects a move, shows one error and rereads the position', async () => {
  const { drag, service, errors, respond, advance } = createDraggedObject();
  await respond();
  service.refuses = true;
  drag.start();
  drag.move(createMove(3));
  await advance(0);
  drag.move(createMove(4));
  await advance(100);
  expect(errors.map(String)).toEqual(['Error: not there']);
  expect(drag.isDragging.value).toBe(false);
  const previous = drag.placement.value;
  void drag.refresh();
  await respond();
  expect(drag.placement.value).toEqual(createPlacement(0));
  expect(drag.placement.value).not.toBe(previous);
});

test('reports a drag when the service has its last update, so that it can be undone', async () => {
  const { drag, moves, respond, advance } = createDraggedObject();
  await respond();
  drag.start();
  drag.move(createMove(1));
  drag.move(createMove(2));
  drag.end();
  expect(moves).toEqual([]);
  await advance(100);
  expect(moves).toEqual([[2, 0, 2]]);
});

test('reports neither a cancelled drag nor one that the service refuses', async () => {
  const { drag, service, moves, respond, advance } = createDraggedObject();
  await respond();
  drag.start();
  drag.move(createMove(1));
  drag.cancel();
  drag.end();
  await advance(100);
  service.refuses = true;
  drag.start();
  drag.move(createMove(3));
  drag.end();
  await advance(100);
  expect(moves).toEqual([]);
});
