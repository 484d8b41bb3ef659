import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fault } from '#spec/errors.ts';
import { createActionTestRuntime } from '../../actions/testing-actions.ts';
import { createSceneChanges } from './scene-changes.ts';
import { createReplica } from './testing.ts';
import type { Scene } from '../scene.ts';

type Edit = readonly [action: string, parameters: Record<string, unknown>];

const tag = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const place = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 0, max: 5 }), fc.constant(1));
const edit = <T extends Record<string, unknown>>(
  action: string,
  parameters: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<Edit> => fc.record(parameters).map((given) => [action, given]);

const spawn = edit('scene.spawn', {
  tag,
  position: place,
  type: fc.constantFrom(
    ...['Empty', 'Primitives/Cube', 'Primitives/Sphere', 'Text/3D Text', 'Shapes/Shadow Box'],
    ...['Lights/Spot Light', 'Lights/Ambient Light', 'Effects/Particles', 'Effects/Audio Visualiser'],
  ),
});

const color = fc.tuple(fc.constantFrom(0, 0.5, 1), fc.constant(0), fc.constant(1), fc.constant(1));
const time = fc.constantFrom(0.02, 0.1);

const edits = fc.oneof(
  { weight: 4, arbitrary: spawn },
  edit('scene.objects.destroy', { object: tag }),
  edit('scene.objects.duplicate', { object: tag }),
  edit('scene.objects.setParent', { object: tag, parent: fc.option(tag), keepWorld: fc.boolean() }),
  edit('scene.objects.setActive', { object: tag, active: fc.boolean() }),
  edit('scene.objects.setTag', { object: tag, tag }),
  edit('scene.setEnvironment', { ambientColor: color }),
  edit('scene.setColor', { object: tag, color }),
  edit('transform.setPosition', { object: tag, position: place }),
  edit('transform.setRotation', { object: tag, rotation: place }),
  edit('transform.setScale', { object: tag, scale: place }),
  edit('tween.position', { object: tag, position: place, time }),
  edit('tween.rotation', { object: tag, rotation: place, time }),
  edit('tween.color', { object: tag, color, time }),
  edit('components.add', {
    object: tag,
    component: fc.constantFrom('RigidBody', 'Collider', 'Light', 'Particles'),
  }),
  edit('components.remove', { object: tag, component: fc.constantFrom('Mesh', 'Light', 'Text3D') }),
  edit('components.setEnabled', {
    object: tag,
    component: fc.constantFrom('Mesh', 'Light'),
    enabled: fc.boolean(),
  }),
  edit('components.setProperties', {
    object: tag,
    component: fc.constant('Mesh'),
    properties: fc.constantFrom([{ name: 'geometry', value: 'cone' }], [{ name: 'geometry', value: 'cube' }]),
  }),
  edit('components.setProperties', {
    object: tag,
    component: fc.constant('Light'),
    properties: fc.integer({ min: 0, max: 3 }).map((value) => [{ name: 'intensity', value }]),
  }),
);

const steps = fc.oneof({ weight: 2, arbitrary: edits }, fc.integer({ min: 1, max: 5 }));

const watch = (scene: Scene) => {
  const cameras = { active: undefined, view: () => undefined };
  const changes = createSceneChanges({ scene, cameras, firstMark: 10 });
  const replica = createReplica();
  return {
    look: () => replica.apply(changes.take(0, replica.since)),
    /** What is seen, without the numbers that things have been given. */
    seen() {
      const { drawables, geometries, surfaces, moved, instanced, lights } = replica.shown();
      const all = [...drawables.values()].map(({ id, object, geometry, order, parts }) =>
        JSON.stringify({
          ...{ object, order, place: moved.get(id), copies: instanced.get(id) },
          geometry: geometries.get(geometry),
          parts: parts.map((part) => ({ ...part, surface: { ...surfaces.get(part.surface), id: 0 } })),
        }),
      );
      return { all: all.sort(), lights };
    },
  };
};

test('whoever follows a scene sees of it what somebody sees who has just come', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 20, maxLength: 80 }), (all) => {
      const { scene, act, advance } = createActionTestRuntime();
      const follower = watch(scene);
      for (const step of all) {
        if (typeof step === 'number') advance(step);
        else attempt(() => act(...step));
        follower.look();
        const newcomer = watch(scene);
        newcomer.look();
        expect(follower.seen()).toEqual(newcomer.seen());
      }
    }),
    { numRuns: 40 },
  );
});

/** Some edits are refused, such as those of objects that are not there. */
const attempt = (make: () => unknown): void => {
  try {
    make();
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
  }
};
