import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { createSteppedClock } from '../testing-clock.ts';
import { createGrip } from './grip.ts';
import type { SceneClient } from '#spec/client/index.ts';
import type { Move, Placement } from './grip.ts';

const at = (x: number): Placement => ({
  position: { x, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0 },
  scale: { x: 1, y: 1, z: 1 },
});
const to = (x: number): Move => ({ object: 'box', space: 'world', position: at(x).position });

/** An object that stands at 0, and a service that answers when it is told to. */
const createHeld = () => {
  const { clock, pass } = createSteppedClock();
  const service = { x: 0, refuses: false };
  const said: unknown[] = [];
  const selection = signal<string | undefined>('box');
  const asked: (() => void)[] = [];
  const act = () => new Promise((resolve) => asked.push(() => resolve({ result: at(service.x) })));
  const grip = createGrip({
    selection,
    client: { act } as unknown as Pick<SceneClient, 'act'>,
    async write({ position }) {
      if (service.refuses) throw new Error('not there');
      service.x = (position as { x: number }).x;
    },
    notices: { fail: (failure) => said.push(failure) },
    clock,
  });
  /** Lets what was asked be answered with what is so now. */
  const answer = async (): Promise<void> => {
    for (const give of asked.splice(0)) give();
    await pass(0);
  };
  return { grip, service, selection, said, asked, answer, pass };
};

test('it knows where the service has the selected object', async () => {
  const { grip, service, selection, answer } = createHeld();
  await answer();
  expect(grip.placement.value).toEqual(at(0));
  service.x = 5;
  void grip.look();
  await answer();
  expect(grip.placement.value).toEqual(at(5));
  selection.value = undefined;
  expect(grip.placement.value).toBeUndefined();
});

test('what was asked before the reader took hold says nothing any more', async () => {
  const { grip, asked, answer, pass } = createHeld();
  await answer();
  void grip.look();
  const [late] = asked.splice(0);
  grip.hold();
  grip.move(to(3));
  void grip.look();
  expect(asked).toEqual([]);
  grip.release();
  late?.();
  await pass(0);
  expect(grip.placement.value).toEqual(at(0));
  await pass(100);
  void grip.look();
  await answer();
  expect(grip.placement.value).toEqual(at(3));
});

test('it lets go of what the service refuses to move, says why once, and asks where it is', async () => {
  const { grip, service, said, answer, pass } = createHeld();
  await answer();
  service.refuses = true;
  grip.hold();
  grip.move(to(3));
  await pass(0);
  grip.move(to(4));
  await pass(100);
  expect(said.map(String)).toEqual(['Error: not there']);
  expect(grip.isHeld.value).toBe(false);
  const before = grip.placement.value;
  void grip.look();
  await answer();
  expect(grip.placement.value).toEqual(at(0));
  expect(grip.placement.value).not.toBe(before);
});
