import { describe, expect, it } from 'vitest';
import { easingNames } from '#spec/actions/easings.ts';
import { setPosition } from '../scene/object-transform.ts';
import { createActionTestRuntime } from './testing-actions.ts';

const createVector3 = (x: number, y: number, z: number) => ({ x, y, z });

const createCubeScene = (options: Record<string, unknown> = {}) => {
  const runtime = createActionTestRuntime();
  runtime.act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', ...options });
  const position = (field: 'position' | 'worldPosition' = 'position') =>
    (
      runtime.act('scene.objects.get', { object: 'cube' }).object as Record<
        string,
        { x: number; y: number; z: number }
      >
    )[field]!;
  const listEventTypes = () => runtime.events.map(({ type }) => type);
  const move = (parameters: Record<string, unknown> = {}) =>
    runtime.act('tween.position', { object: 'cube', position: [4, 0, 0], time: 1, ...parameters });
  return { ...runtime, position, listEventTypes, move };
};

describe('tween.position', () => {
  it('arrives exactly at the target after its time, with one event', () => {
    const { advance, move, position, events } = createCubeScene();
    const target = createVector3(0.1, 0.2, 0.7);
    expect(move({ position: target })).toEqual({ tweenId: 'tween-1' });
    advance(30);
    expect(position().x).toBeCloseTo(0.05, 10);
    advance(29);
    expect(events).toEqual([]);
    advance(1);
    expect(position()).toEqual(target);
    advance(60);
    expect(events).toEqual([
      {
        type: 'tween.completed',
        object: 'cube',
        data: { tweenId: 'tween-1', object: 'cube', property: 'position' },
      },
    ]);
  });

  it('with a duration of 0 completes at the next tick', () => {
    const { advance, move, position, listEventTypes } = createCubeScene();
    move({ time: 0, loops: -1 });
    expect(position()).toEqual(createVector3(0, 0, 0));
    advance(1);
    expect(position()).toEqual(createVector3(4, 0, 0));
    expect(listEventTypes()).toEqual(['tween.completed']);
  });

  it('follows its easing curve', () => {
    const { advance, move, position } = createCubeScene();
    move({ ease: 'easeInQuad' });
    advance(30);
    expect(position().x).toBeCloseTo(1, 10);
  });

  it.each(easingNames)('ends at the target with %s', (ease) => {
    const { advance, move, position } = createCubeScene();
    move({ ease });
    for (let i = 0; i < 60; i += 1) {
      advance(1);
      expect(Number.isFinite(position().x)).toBe(true);
    }
    expect(position()).toEqual(createVector3(4, 0, 0));
  });

  it('starts from the position of the object when the delay is over', () => {
    const { advance, move, position, listEventTypes, scene } = createCubeScene();
    move({ delay: 0.5 });
    advance(29);
    expect(position()).toEqual(createVector3(0, 0, 0));
    setPosition(scene.get('cube'), createVector3(2, 0, 0), 'local');
    advance(31);
    expect(position().x).toBeCloseTo(3, 10);
    advance(29);
    expect(listEventTypes()).toEqual([]);
    advance(1);
    expect(listEventTypes()).toEqual(['tween.completed']);
  });

  it('repeats, and runs backwards every second time with yoyo', () => {
    const { advance, move, position, listEventTypes } = createCubeScene();
    move({ loops: 2, yoyo: true });
    advance(75);
    expect(position().x).toBeCloseTo(3, 10);
    advance(60);
    expect(position().x).toBeCloseTo(1, 10);
    advance(44);
    expect(listEventTypes()).toEqual([]);
    advance(1);
    expect(position()).toEqual(createVector3(4, 0, 0));
    expect(listEventTypes()).toEqual(['tween.completed']);
  });

  it('ends where it began when the last run goes backwards', () => {
    const { advance, move, position } = createCubeScene({ position: [1, 2, 3] });
    move({ loops: 1, yoyo: true });
    advance(120);
    expect(position()).toEqual(createVector3(1, 2, 3));
  });

  it('repeats endlessly with loops -1', () => {
    const { advance, move, listEventTypes, position } = createCubeScene();
    move({ loops: -1 });
    advance(6030);
    expect(listEventTypes()).toEqual([]);
    expect(position().x).toBeCloseTo(2, 6);
  });

  it('distinguishes world space and parent space', () => {
    const startMove = (space: string) => {
      const runtime = createCubeScene();
      runtime.act('scene.spawn', { type: 'Empty', tag: 'base', position: [10, 0, 0], scale: 2 });
      runtime.act('scene.objects.setParent', { object: 'cube', parent: 'base' });
      runtime.move({ space });
      runtime.advance(60);
      return runtime;
    };
    expect(startMove('world').position('worldPosition').x).toBeCloseTo(4, 10);
    expect(startMove('local').position('worldPosition').x).toBeCloseTo(18, 10);
    expect(startMove('local').position()).toEqual(createVector3(4, 0, 0));
  });

  it('only replaces a tween of the same property of the same object', () => {
    const { act, advance, move, events } = createCubeScene();
    move();
    act('tween.position', { object: 'main-camera', position: 0, time: 1 });
    move({ position: 1, space: 'local' });
    expect(events).toMatchObject([
      { type: 'tween.cancelled', data: { tweenId: 'tween-1', reason: 'replaced' } },
    ]);
    advance(60);
    expect(events.slice(1)).toMatchObject([
      { type: 'tween.completed', data: { tweenId: 'tween-2', object: 'main-camera' } },
      { type: 'tween.completed', data: { tweenId: 'tween-3', object: 'cube' } },
    ]);
  });

  it('follows the time scale', () => {
    const { act, advance, move, listEventTypes } = createCubeScene();
    act('time.setScale', { scale: 2 });
    move();
    advance(29);
    expect(listEventTypes()).toEqual([]);
    advance(1);
    expect(listEventTypes()).toEqual(['tween.completed']);
  });

  it('needs an object that exists', () => {
    const { failure } = createCubeScene();
    expect(failure('tween.position', { object: 'cub', position: 0, time: 1 })).toMatchObject({
      code: 'OBJECT_NOT_FOUND',
      details: { nearest: ['cube'] },
    });
  });
});

describe('tween.cancel', () => {
  it('leaves the object at its current value', () => {
    const { act, advance, move, position, events } = createCubeScene();
    const { tweenId } = move();
    advance(30);
    expect(act('tween.cancel', { tweenId })).toEqual({ count: 1 });
    advance(30);
    expect(position().x).toBeCloseTo(2, 10);
    expect(events).toMatchObject([{ type: 'tween.cancelled', object: 'cube', data: { reason: 'explicit' } }]);
    expect(act('tween.cancel', { tweenId })).toEqual({ count: 0 });
  });

  it('cancels only the tween with the id', () => {
    const { act, move } = createCubeScene();
    const { tweenId } = move();
    const otherTween = act('tween.position', { object: 'main-camera', position: 0, time: 1 });
    expect(act('tween.cancel', { tweenId })).toEqual({ count: 1 });
    expect(act('tween.list')).toMatchObject({ tweens: [{ tweenId: otherTween.tweenId }] });
  });

  it('completes on request, exactly at the target', () => {
    const { act, advance, move, position, listEventTypes } = createCubeScene();
    move();
    advance(1);
    expect(act('tween.cancel', { complete: true })).toEqual({ count: 1 });
    expect(position()).toEqual(createVector3(4, 0, 0));
    expect(listEventTypes()).toEqual(['tween.completed']);
  });

  it('cancels those of one object, or all', () => {
    const { act, move } = createCubeScene();
    move();
    act('tween.position', { object: 'main-camera', position: 0, time: 1 });
    expect(act('tween.cancel', { object: 'main-light' })).toEqual({ count: 0 });
    expect(act('tween.cancel', { object: 'cube' })).toEqual({ count: 1 });
    move();
    expect(act('tween.cancel')).toEqual({ count: 2 });
  });
});

describe('tween.list', () => {
  it('shows active tweens, optionally of one object', () => {
    const { act, advance, move } = createCubeScene();
    move({ ease: 'easeOutSine', delay: 1, loops: 3, yoyo: true });
    act('tween.position', { object: 'main-camera', position: 0, time: 2 });
    advance(30);
    expect(act('tween.list', { object: 'cube' })).toEqual({
      tweens: [
        {
          tweenId: 'tween-1',
          object: 'cube',
          property: 'position',
          time: 1,
          elapsed: expect.closeTo(0.5, 9),
          paused: false,
          ease: 'easeOutSine',
          delay: 1,
          loops: 3,
          yoyo: true,
        },
      ],
    });
    expect(act('tween.list').tweens).toHaveLength(2);
  });
});

describe('a tween of', () => {
  const getDetail = (runtime: ReturnType<typeof createCubeScene>) =>
    runtime.act('scene.objects.get', { object: 'cube' }).object as Record<string, unknown>;

  it('rotation makes whole turns, and ends exactly', () => {
    const runtime = createCubeScene();
    runtime.act('tween.rotation', { object: 'cube', rotation: [0, 0, 720], time: 2 });
    runtime.advance(30);
    expect(getDetail(runtime).rotation).toEqual(createVector3(0, 0, 180));
    runtime.advance(90);
    expect(runtime.listEventTypes()).toEqual(['tween.completed']);
    expect(getDetail(runtime).rotation).toMatchObject({ x: 0, y: 0 });
  });

  it('scale grows relative to the parent', () => {
    const runtime = createCubeScene();
    runtime.act('tween.scale', { object: 'cube', scale: 3, time: 1 });
    runtime.advance(30);
    expect(getDetail(runtime).scale).toEqual(createVector3(2, 2, 2));
  });

  it('color and of alpha replace each other, and stay in range however they overshoot', () => {
    const runtime = createCubeScene();
    runtime.act('tween.color', { object: 'cube', color: [0, 0.5, 1], time: 1 });
    runtime.advance(30);
    expect(getDetail(runtime).colors).toEqual([{ r: 0.5, g: 0.75, b: 1, a: 1 }]);
    runtime.act('tween.alpha', { object: 'cube', alpha: 0, time: 1, ease: 'easeOutBack' });
    for (let tick = 0; tick < 60; tick += 1) {
      runtime.advance(1);
      const [{ a } = { a: -1 }] = getDetail(runtime).colors as { a: number }[];
      expect(a).toBeGreaterThanOrEqual(0);
    }
    expect(getDetail(runtime).colors).toEqual([{ r: 0.5, g: 0.75, b: 1, a: 0 }]);
    expect(runtime.listEventTypes()).toEqual(['tween.cancelled', 'tween.completed']);
  });

  it('the color of an object without one is rejected before it begins', () => {
    const runtime = createCubeScene();
    runtime.act('scene.spawn', { type: 'Empty', tag: 'void' });
    expect(runtime.failure('tween.color', { object: 'void', color: [0, 0, 0], time: 1 }).code).toBe(
      'ACTION_FAILED',
    );
    expect(runtime.act('tween.list')).toEqual({ tweens: [] });
  });

  it('any numeric property, within its range', () => {
    const runtime = createCubeScene();
    const light = { object: 'main-light', component: 'Light', property: 'intensity' };
    runtime.act('tween.property', { ...light, value: 0, time: 1, ease: 'easeInBack' });
    runtime.advance(60);
    expect(runtime.events.at(-1)).toMatchObject({
      type: 'tween.completed',
      data: { property: 'Light.intensity' },
    });
    expect(runtime.failure('tween.property', { ...light, value: -1, time: 1 }).code).toBe('INVALID_VALUE');
    expect(
      runtime.failure('tween.property', { ...light, property: 'kind', value: 'spot', time: 1 }),
    ).toMatchObject({
      code: 'ACTION_FAILED',
      details: { type: 'Dropdown' },
    });
    expect(
      runtime.failure('tween.property', { ...light, property: 'Intensity', value: 1, time: 1 }).code,
    ).toBe('PROPERTY_NOT_FOUND');
  });

  it('a path visits its points at constant speed, and ends at the last', () => {
    const { act, advance, position } = createCubeScene();
    act('tween.path', {
      object: 'cube',
      points: [
        [1, 0, 0],
        [2, 0, 0],
        [4, 0, 0],
      ],
      time: 4,
    });
    for (const x of [1, 2, 3]) {
      advance(60);
      expect(position().x).toBeCloseTo(x, 2);
    }
    advance(60);
    expect(position()).toEqual(createVector3(4, 0, 0));
  });

  it('a closed path returns to its start, facing along its way', () => {
    const { act, advance, position } = createCubeScene();
    act('tween.path', {
      object: 'cube',
      points: [
        [4, 0, 0],
        [4, 0, 4],
      ],
      closed: true,
      orient: true,
      time: 3,
    });
    advance(180);
    expect(position()).toEqual(createVector3(0, 0, 0));
    const cube = act('scene.objects.get', { object: 'cube' }).object as { rotation: { y: number } };
    expect(cube.rotation.y).not.toBe(0);
  });

  it('a path with a single repeated point stays there', () => {
    const { act, advance, position, listEventTypes } = createCubeScene();
    act('tween.path', {
      object: 'cube',
      points: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      orient: true,
      time: 1,
    });
    advance(60);
    expect([position(), listEventTypes()]).toEqual([createVector3(0, 0, 0), ['tween.completed']]);
  });

  it('a shake stays within its strength, is the same for the same seed, and ends exactly where it began', () => {
    const samplePositions = (seed?: number) => {
      const { act, advance, position } = createCubeScene({ position: [0.1, 0.2, 0.7] });
      act('tween.shake', {
        object: 'cube',
        strength: [1, 0.5, 0],
        time: 1,
        ...(seed !== undefined && { seed }),
      });
      const positions = Array.from({ length: 60 }, () => {
        advance(1);
        return position();
      });
      expect(positions.at(-1)).toEqual(createVector3(0.1, 0.2, 0.7));
      return positions;
    };
    const positions = samplePositions(7);
    for (const { x, y, z } of positions) {
      expect(Math.abs(x - 0.1)).toBeLessThanOrEqual(1);
      expect(Math.abs(y - 0.2)).toBeLessThanOrEqual(0.5);
      expect(z).toBe(0.7);
    }
    expect(Math.max(...positions.map(({ x }) => Math.abs(x - 0.1)))).toBeGreaterThan(0.1);
    expect(samplePositions(7)).toEqual(positions);
    expect(samplePositions(8)).not.toEqual(positions);
    expect(samplePositions()).toEqual(samplePositions());
  });
});

describe('tweens of a group', () => {
  it('are paused, listed, resumed and cancelled by its name', () => {
    const { act, advance, events, position, move } = createCubeScene();
    move({ group: 'intro' });
    act('tween.scale', { object: 'cube', scale: 2, time: 1 });
    advance(15);
    expect(act('tween.pause', { group: 'intro' })).toEqual({ count: 1 });
    expect(act('tween.pause', { group: 'intro' })).toEqual({ count: 0 });
    advance(60);
    expect(position().x).toBeCloseTo(1, 10);
    expect(act('tween.list', { group: 'intro' })).toMatchObject({
      tweens: [{ group: 'intro', paused: true, elapsed: expect.closeTo(0.25) }],
    });
    expect(act('tween.resume')).toEqual({ count: 1 });
    advance(15);
    expect(position().x).toBeCloseTo(2, 10);
    expect(act('tween.cancel', { group: 'other' })).toEqual({ count: 0 });
    expect(act('tween.cancel', { group: 'intro', object: 'cube' })).toEqual({ count: 1 });
    expect(events.at(-1)).toMatchObject({ type: 'tween.cancelled', data: { group: 'intro' } });
  });
});
