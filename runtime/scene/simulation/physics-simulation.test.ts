import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { createRecordedTestRuntime, replayJournalText } from '../../journal/testing-recorded-runtime.ts';
import { recordBodyHeap } from './testing-body-heap.ts';

test('the engine is not loaded while nothing has a body or a collider', () => {
  const start = vi.spyOn(WebAssembly, 'Instance');
  const { act, runtime } = createRecordedTestRuntime();
  act('scene.spawn', { type: 'Primitives/Cube', active: true });
  act('physics.setGravity', { gravity: { x: 0, y: -1, z: 0 } });
  act('physics.overlapSphere', { center: { x: 0, y: 0, z: 0 }, radius: 5 });
  runtime.step(10);
  const startCount = start.mock.calls.length;
  start.mockRestore();
  expect(startCount).toBe(0);
});

test('the same run in another process, and its replay, are bit-identical', async () => {
  const program = fileURLToPath(new URL('./testing-body-heap.ts', import.meta.url));
  const otherProcess = promisify(execFile)(process.execPath, ['--import', 'tsx', program]);
  const journal = recordBodyHeap();
  expect(replayJournalText(journal)).toMatchObject({ agrees: true });
  expect((await otherProcess).stdout).toBe(journal);
});

const tag = fc.constantFrom('a', 'b', 'c', 'd');
const number = fc.oneof(
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.constantFrom(0, -0, 1e-5, 1e4, -1e6, 1e7, 1e200, 1e308),
);
const vector = fc.record({ x: number, y: number, z: number });

type SimulationOperation = readonly [action: string, parameters: Record<string, unknown>];

const operation: fc.Arbitrary<SimulationOperation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.integer({ min: 1, max: 20 }).map((ticks): SimulationOperation => ['time.step', { ticks }]),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ tag, position: vector, parent: fc.option(tag, { nil: undefined }) })
      .map((values): SimulationOperation => ['scene.spawn', { type: 'Empty', active: true, ...values }]),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        object: tag,
        shape: fc.constantFrom('box', 'sphere', 'capsule', 'none'),
        size: fc.option(vector, { nil: undefined }),
        center: fc.option(vector, { nil: undefined }),
        isTrigger: fc.boolean(),
      })
      .map((values): SimulationOperation => ['physics.setCollider', values]),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ object: tag, type: fc.constantFrom('dynamic', 'dynamic', 'kinematic', 'static', 'none') })
      .map((values): SimulationOperation => ['physics.setBody', values]),
  },
  fc
    .record({ object: tag, position: vector, space: fc.constantFrom('world', 'local') })
    .map((values): SimulationOperation => ['transform.setPosition', values]),
  fc
    .record({ object: tag, rotation: vector, space: fc.constantFrom('world', 'local') })
    .map((values): SimulationOperation => ['transform.setRotation', values]),
  fc
    .record({ object: tag, scale: vector })
    .map((values): SimulationOperation => ['transform.setScale', values]),
  fc
    .record({ object: tag, parent: fc.option(tag), keepWorld: fc.boolean() })
    .map((values): SimulationOperation => ['scene.objects.setParent', values]),
  fc
    .record({ object: tag, active: fc.boolean() })
    .map((values): SimulationOperation => ['scene.objects.setActive', values]),
  fc
    .record({ object: tag })
    .map(({ object }): SimulationOperation => ['scene.objects.destroy', { object, delay: 0 }]),
  fc
    .record({ object: tag })
    .map(
      ({ object }): SimulationOperation => ['scene.objects.duplicate', { object, count: 1, name: 'copy' }],
    ),
  fc
    .record({ object: tag, force: vector })
    .map((values): SimulationOperation => ['physics.addForce', { mode: 'force', ...values }]),
  fc
    .record({ object: tag, impulse: vector })
    .map((values): SimulationOperation => ['physics.addImpulse', values]),
  fc
    .record({ object: tag, velocity: vector })
    .map((values): SimulationOperation => ['physics.setVelocity', values]),
  fc.record({ gravity: vector }).map((values): SimulationOperation => ['physics.setGravity', values]),
  fc
    .record({ origin: vector, direction: vector })
    .map((values): SimulationOperation => ['physics.raycast', { maxDistance: 1e5, all: true, ...values }]),
  fc.constantFrom(0, 0.3, 1, 7).map((scale): SimulationOperation => ['time.setScale', { scale }]),
);

test('no sequence of commands breaks the scene: each succeeds or is rejected, numbers stay finite, and the result is reproducible', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 5, maxLength: 60 }), (operations) => {
      const { act, end, failures, runtime } = createRecordedTestRuntime();
      act('time.pause');
      for (const [action, parameters] of operations) {
        try {
          act(action, parameters);
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure;
        }
      }
      for (const { tag: object } of runtime.scene.list())
        expect(JSON.stringify(act('transform.get', { object, space: 'local' }))).not.toMatch(/null/);
      expect(failures).toEqual([]);
      expect(replayJournalText(end())).toMatchObject({ agrees: true });
    }),
    { numRuns: 150 },
  );
});
