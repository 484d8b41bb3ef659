import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { createActionTestRuntime } from '../../actions/testing-actions.ts';
import { createSceneChangeFeed } from './scene-change-feed.ts';
import { createReplica } from './testing-replica.ts';
import type { Scene } from '../scene.ts';

type Edit = readonly [action: string, parameters: Record<string, unknown>];

const tag = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const smallVector = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 0, max: 5 }), fc.constant(1));
const createEdit = <T extends Record<string, unknown>>(
  action: string,
  parameters: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<Edit> => fc.record(parameters).map((values) => [action, values]);

const spawn = createEdit('scene.spawn', {
  tag,
  position: smallVector,
  type: fc.constantFrom(
    ...['Empty', 'Primitives/Cube', 'Primitives/Sphere', 'Text/3D Text', 'Shapes/Shadow Box'],
    ...['Lights/Spot Light', 'Lights/Ambient Light', 'Effects/Particles', 'Effects/Audio Visualiser'],
  ),
});

const color = fc.tuple(fc.constantFrom(0, 0.5, 1), fc.constant(0), fc.constant(1), fc.constant(1));
const time = fc.constantFrom(0.02, 0.1);

const edits = fc.oneof(
  { weight: 4, arbitrary: spawn },
  createEdit('scene.objects.destroy', { object: tag }),
  createEdit('scene.objects.duplicate', { object: tag }),
  createEdit('scene.objects.setParent', { object: tag, parent: fc.option(tag), keepWorld: fc.boolean() }),
  createEdit('scene.objects.setActive', { object: tag, active: fc.boolean() }),
  createEdit('scene.objects.setTag', { object: tag, tag }),
  createEdit('scene.setEnvironment', { ambientColor: color }),
  createEdit('scene.setColor', { object: tag, color }),
  createEdit('transform.setPosition', { object: tag, position: smallVector }),
  createEdit('transform.setRotation', { object: tag, rotation: smallVector }),
  createEdit('transform.setScale', { object: tag, scale: smallVector }),
  createEdit('tween.position', { object: tag, position: smallVector, time }),
  createEdit('tween.rotation', { object: tag, rotation: smallVector, time }),
  createEdit('tween.color', { object: tag, color, time }),
  createEdit('components.add', {
    object: tag,
    component: fc.constantFrom('RigidBody', 'Collider', 'Light', 'Particles'),
  }),
  createEdit('components.remove', { object: tag, component: fc.constantFrom('Mesh', 'Light', 'Text3D') }),
  createEdit('components.setEnabled', {
    object: tag,
    component: fc.constantFrom('Mesh', 'Light'),
    enabled: fc.boolean(),
  }),
  createEdit('components.setProperties', {
    object: tag,
    component: fc.constant('Mesh'),
    properties: fc.constantFrom([{ name: 'geometry', value: 'cone' }], [{ name: 'geometry', value: 'cube' }]),
  }),
  createEdit('components.setProperties', {
    object: tag,
    component: fc.constant('Light'),
    properties: fc.integer({ min: 0, max: 3 }).map((value) => [{ name: 'intensity', value }]),
  }),
);

const steps = fc.oneof({ weight: 2, arbitrary: edits }, fc.integer({ min: 1, max: 5 }));

const createWatcher = (scene: Scene) => {
  const cameras = { active: undefined, getView: () => undefined };
  const changes = createSceneChangeFeed({ scene, cameras, firstMark: 10 });
  const replica = createReplica();
  return {
    update: () => replica.apply(changes.readChanges(0, replica.since)),
    /** Returns everything that is visible, without ids. */
    getVisible() {
      const { drawables, geometries, surfaces, moved, instanced, lights } = replica.getState();
      const all = [...drawables.values()].map(({ id, object, geometry, order, parts }) =>
        JSON.stringify({
          ...{ object, order, matrix: moved.get(id), copies: instanced.get(id) },
          geometry: geometries.get(geometry),
          parts: parts.map((part) => ({ ...part, surface: { ...surfaces.get(part.surface), id: 0 } })),
        }),
      );
      return { all: all.sort(), lights };
    },
  };
};

test('a client that follows a scene sees the same as one that has just connected', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 20, maxLength: 80 }), (all) => {
      const { scene, act, advance } = createActionTestRuntime();
      const watcher = createWatcher(scene);
      for (const step of all) {
        if (typeof step === 'number') advance(step);
        else runEdit(() => act(...step));
        watcher.update();
        const newWatcher = createWatcher(scene);
        newWatcher.update();
        expect(watcher.getVisible()).toEqual(newWatcher.getVisible());
      }
    }),
    { numRuns: 40 },
  );
});

/** Runs an edit. Some edits are rejected, such as edits of missing objects. */
const runEdit = (edit: () => unknown): void => {
  try {
    edit();
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
  }
};
