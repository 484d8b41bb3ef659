import fc from 'fast-check';
import { Matrix4 } from 'three';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createRaiseEvent } from '../../link/raise-event.ts';
import { createCameras } from '../cameras/cameras.ts';
import { createDefaultScene, mainCameraTag } from '../default-scene.ts';
import { writeObjectProperty } from '../object-property-access.ts';
import { setPosition, setRotation } from '../object-transform.ts';
import { createSceneChangeFeed, type SceneChangeFeed } from './scene-change-feed.ts';
import { createReplica, parseChanges } from './testing-replica.ts';
import type { Scene } from '../scene.ts';

const firstMark = 1_000;

let scene: Scene;
let changes: SceneChangeFeed;

const createFeed = (): void => {
  scene = createDefaultScene(1000);
  const cameras = createCameras({
    scene,
    raise: createRaiseEvent({ tick: 0, time: 0 }, () => {}),
    mainCameraTag: mainCameraTag,
  });
  changes = createSceneChangeFeed({ scene, cameras, firstMark });
};
beforeEach(createFeed);

const spawnCube = (tag: string) => scene.spawn({ type: 'Primitives/Cube' }, { tag });
const takeChanges = (since?: number) => parseChanges(changes.readChanges(7, since));

describe('the first request', () => {
  it('returns what is drawn, with its object, transform and appearance', () => {
    setPosition(spawnCube('box'), { x: 1, y: 2, z: 3 }, 'world');
    const { head, floats, integers } = takeChanges();
    expect(head).toMatchObject({ whole: true, tick: 7, gone: [] });
    const [drawable, ...otherDrawables] = head.drawables;
    expect(otherDrawables).toEqual([]);
    expect(drawable).toMatchObject({ object: 'box', isSkinned: false });
    expect([...integers(head.moved.ids)]).toEqual([drawable?.id]);
    expect([...floats(head.moved.matrices)].slice(12)).toEqual([1, 2, 3, 1]);
    expect(head.geometries.map(({ id }) => id)).toEqual([drawable?.geometry]);
    expect(head.surfaces.map(({ id }) => id)).toEqual(drawable?.parts.map(({ surface }) => surface));
  });

  it('returns the lights and the main camera', () => {
    const { head } = takeChanges();
    expect(head.lights).toMatchObject([{ kind: 'directional', color: [3, 3, 3] }]);
    expect(head.camera).toMatchObject({ object: mainCameraTag, kind: 'perspective', fieldOfView: 50 });
  });

  it('says which lights and drawables cast or receive shadows', () => {
    const box = spawnCube('box');
    const sun = scene.get('main-light');
    expect(takeChanges().head.drawables).toMatchObject([{ castsShadow: true, receivesShadow: true }]);
    expect(takeChanges().head.lights?.[0]).not.toHaveProperty('castsShadow');
    const { mark } = takeChanges().head;
    box.components.get('Mesh')?.write('castShadow', false);
    sun?.components.get('Light')?.write('shadows', 'soft');
    const { head } = takeChanges(mark);
    expect(head.drawables[0]).toMatchObject({ receivesShadow: true });
    expect(head.drawables[0]).not.toHaveProperty('castsShadow');
    expect(head.lights).toMatchObject([{ kind: 'directional', castsShadow: true }]);
  });

  it('shows the default light from above', () => {
    const [light] = takeChanges().head.lights ?? [];
    expect(light?.kind === 'directional' && light.direction[1]).toBeGreaterThan(0.5);
  });

  it('returns shared geometry once', () => {
    spawnCube('a');
    spawnCube('b');
    const { head } = takeChanges();
    expect([head.drawables.length, head.moved.ids[1]]).toEqual([2, 2]);
    expect(head.geometries.length).toBeLessThanOrEqual(2);
  });
});

describe('a further request', () => {
  it('returns nothing when nothing has changed', () => {
    spawnCube('box');
    const { mark } = takeChanges().head;
    expect(takeChanges(mark).head).toMatchObject({
      ...{ whole: false, drawables: [], geometries: [], surfaces: [], gone: [] },
      ...{ moved: { ids: [0, 0] }, shifted: { ids: [0, 0] } },
    });
    expect(takeChanges(mark).head).not.toHaveProperty('lights');
  });

  it('returns only what has moved', () => {
    const box = spawnCube('box');
    spawnCube('other');
    const { mark } = takeChanges().head;
    setPosition(box, { x: 5, y: 0, z: 0 }, 'world');
    const { head, floats } = takeChanges(mark);
    expect([head.drawables, head.geometries, head.surfaces]).toEqual([[], [], []]);
    expect(head.moved.ids[1]).toBe(0);
    expect([...floats(head.shifted.positions)]).toEqual([5, 0, 0]);
  });

  it('returns the full matrix of what has turned since, even when its last change was a move', () => {
    const box = spawnCube('box');
    const { mark } = takeChanges().head;
    setRotation(box, { x: 0, y: 90, z: 0 }, 'world');
    takeChanges();
    setPosition(box, { x: 5, y: 0, z: 0 }, 'world');
    const { head, floats } = takeChanges(mark);
    expect(head.shifted.ids[1]).toBe(0);
    const [first = 1, ...rest] = floats(head.moved.matrices);
    expect(first).toBeCloseTo(0);
    expect(rest.slice(11)).toEqual([5, 0, 0, 1]);
  });

  it('returns a changed color as a new surface with the same id', () => {
    const box = spawnCube('box');
    const first = takeChanges().head;
    writeObjectProperty(box, 'Material', { name: 'color', value: [1, 0, 0, 1] });
    const { surfaces, drawables } = takeChanges(first.mark).head;
    expect(drawables).toEqual([]);
    expect(surfaces).toMatchObject([{ id: first.surfaces[0]?.id, color: [1, 0, 0] }]);
  });

  it('returns particles of another size', () => {
    const smoke = scene.spawn({ type: 'Effects/Particles' }, { tag: 'smoke' });
    for (const effect of scene.effects.all()) effect.advance(1, { loudness: () => 0 });
    const first = takeChanges().head;
    writeObjectProperty(smoke, 'Particles', { name: 'size', value: 7 });
    const { surfaces } = takeChanges(first.mark).head;
    expect(surfaces).toMatchObject([{ pointSize: 7 }]);
  });

  it('returns particles in the world, which do not move with their object', () => {
    const position = { x: 3, y: 0, z: 0 };
    const carrier = scene.spawn({ type: 'Empty' }, { tag: 'carrier', position });
    const smoke = scene.spawn({ type: 'Effects/Particles' }, { tag: 'smoke', parent: 'carrier' });
    writeObjectProperty(smoke, 'Particles', { name: 'space', value: 'world' });
    smoke.components.get('Particles')?.rebuild();
    for (const effect of scene.effects.all()) effect.advance(1, { loudness: () => 0 });
    const { head, floats } = takeChanges();
    expect([...floats(head.moved.matrices)]).toEqual(new Matrix4().toArray());
    expect([...floats(head.geometries[0]!.positions)].slice(0, 3)).toEqual([3, 0, 0]);
    setPosition(carrier, { x: 5, y: 0, z: 0 }, 'world');
    expect(takeChanges(head.mark).head).toMatchObject({ moved: { ids: [0, 0] }, shifted: { ids: [0, 0] } });
  });

  it('returns what was destroyed, deactivated or is back', () => {
    const box = spawnCube('box');
    const first = takeChanges().head;
    box.active = false;
    const second = takeChanges(first.mark).head;
    expect(second.gone).toEqual(first.drawables.map(({ id }) => id));
    box.active = true;
    const third = takeChanges(second.mark).head;
    expect(third.drawables.map(({ object }) => object)).toEqual(['box']);
    expect(third.geometries).toHaveLength(1);
  });

  it.each([firstMark, firstMark + 50, 3, 0])('returns everything for the unknown mark %i', (mark) => {
    spawnCube('box');
    takeChanges();
    expect(takeChanges(mark).head).toMatchObject({ whole: true, drawables: [{ object: 'box' }] });
  });

  it('returns everything when more was removed than is remembered', () => {
    const { mark } = takeChanges().head;
    for (let round = 0; round < 21; round += 1) {
      for (let i = 0; i < 500; i += 1) spawnCube(`box-${i}`);
      takeChanges();
      for (const object of scene.list()) if (object.tag.startsWith('box')) scene.destroy(object);
      takeChanges();
    }
    expect(takeChanges(mark).head).toMatchObject({ whole: true, gone: [] });
  });
});

const step = fc.oneof(
  fc.record({
    do: fc.constant('spawn' as const),
    kind: fc.constantFrom('Primitives/Cube', 'Primitives/Sphere'),
  }),
  fc.record({
    do: fc.constantFrom('destroy', 'move', 'turn', 'toggle', 'paint', 'ask' as const),
    which: fc.nat(9),
  }),
);

test('all changes together give the full state, for any number of requests and clients', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      createFeed();
      const replicas = Array.from({ length: 3 }, createReplica);
      const pickObject = (index: number) => {
        const objects = scene.list().filter(({ type }) => type.startsWith('Primitives'));
        return objects[index % objects.length];
      };
      for (const [i, one] of steps.entries()) {
        if (one.do === 'spawn') scene.spawn({ type: one.kind });
        else if (one.do === 'ask') {
          const replica = replicas[one.which % replicas.length];
          replica?.apply(changes.readChanges(0, replica.since));
        } else {
          const object = pickObject(one.which);
          if (!object) continue;
          if (one.do === 'destroy') scene.destroy(object);
          else if (one.do === 'move') setPosition(object, { x: i, y: one.which, z: 0 }, 'world');
          else if (one.do === 'turn') setRotation(object, { x: i, y: one.which, z: 0 }, 'world');
          else if (one.do === 'toggle') object.active = !object.active;
          else writeObjectProperty(object, 'Material', { name: 'color', value: [i / 60, 0, 0, 1] });
        }
      }
      const complete = createReplica();
      complete.apply(changes.readChanges(0));
      for (const replica of replicas) {
        replica.apply(changes.readChanges(0, replica.since));
        expect(replica.getState()).toEqual(complete.getState());
      }
    }),
    { numRuns: 60 },
  );
});
