import { describe, expect, it } from 'vitest';
import { easingNames } from '#spec/actions/easings.ts';
import { setPosition } from '../scene/transform.ts';
import { createStage } from './testing.ts';

const at = (x: number, y: number, z: number) => ({ x, y, z });

const withCube = (traits: Record<string, unknown> = {}) => {
  const stage = createStage();
  stage.act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', ...traits });
  const position = (field: 'position' | 'worldPosition' = 'position') =>
    (
      stage.act('scene.objects.get', { object: 'cube' }).object as Record<
        string,
        { x: number; y: number; z: number }
      >
    )[field]!;
  const types = () => stage.events.map(({ type }) => type);
  const move = (parameters: Record<string, unknown> = {}) =>
    stage.act('tween.position', { object: 'cube', position: [4, 0, 0], time: 1, ...parameters });
  return { ...stage, position, types, move };
};

describe('tween.position', () => {
  it('arrives exactly at the target after its time, and says so once', () => {
    const { advance, move, position, events } = withCube();
    const target = at(0.1, 0.2, 0.7);
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

  it('of no time completes at the next tick', () => {
    const { advance, move, position, types } = withCube();
    move({ time: 0, loops: -1 });
    expect(position()).toEqual(at(0, 0, 0));
    advance(1);
    expect(position()).toEqual(at(4, 0, 0));
    expect(types()).toEqual(['tween.completed']);
  });

  it('follows its curve', () => {
    const { advance, move, position } = withCube();
    move({ ease: 'easeInQuad' });
    advance(30);
    expect(position().x).toBeCloseTo(1, 10);
  });

  it.each(easingNames)('ends at the target with %s', (ease) => {
    const { advance, move, position } = withCube();
    move({ ease });
    for (let i = 0; i < 60; i += 1) {
      advance(1);
      expect(Number.isFinite(position().x)).toBe(true);
    }
    expect(position()).toEqual(at(4, 0, 0));
  });

  it('starts from where the object is when the delay is over', () => {
    const { advance, move, position, types, scene } = withCube();
    move({ delay: 0.5 });
    advance(29);
    expect(position()).toEqual(at(0, 0, 0));
    setPosition(scene.get('cube'), at(2, 0, 0), 'local');
    advance(31);
    expect(position().x).toBeCloseTo(3, 10);
    advance(29);
    expect(types()).toEqual([]);
    advance(1);
    expect(types()).toEqual(['tween.completed']);
  });

  it('repeats, and turns back every second time with yoyo', () => {
    const { advance, move, position, types } = withCube();
    move({ loops: 2, yoyo: true });
    advance(75);
    expect(position().x).toBeCloseTo(3, 10);
    advance(60);
    expect(position().x).toBeCloseTo(1, 10);
    advance(44);
    expect(types()).toEqual([]);
    advance(1);
    expect(position()).toEqual(at(4, 0, 0));
    expect(types()).toEqual(['tween.completed']);
  });

  it('settles where it began when the last run goes back', () => {
    const { advance, move, position } = withCube({ position: [1, 2, 3] });
    move({ loops: 1, yoyo: true });
    advance(120);
    expect(position()).toEqual(at(1, 2, 3));
  });

  it('goes on for ever with loops -1', () => {
    const { advance, move, types, position } = withCube();
    move({ loops: -1 });
    advance(6030);
    expect(types()).toEqual([]);
    expect(position().x).toBeCloseTo(2, 6);
  });

  it('tells the world from the parent', () => {
    const moved = (space: string) => {
      const stage = withCube();
      stage.act('scene.spawn', { type: 'Empty', tag: 'base', position: [10, 0, 0], scale: 2 });
      stage.act('scene.objects.setParent', { object: 'cube', parent: 'base' });
      stage.move({ space });
      stage.advance(60);
      return stage;
    };
    expect(moved('world').position('worldPosition').x).toBeCloseTo(4, 10);
    expect(moved('local').position('worldPosition').x).toBeCloseTo(18, 10);
    expect(moved('local').position()).toEqual(at(4, 0, 0));
  });

  it('replaces a tween of the same property of the same object only', () => {
    const { act, advance, move, events } = withCube();
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
    const { act, advance, move, types } = withCube();
    act('time.setScale', { scale: 2 });
    move();
    advance(29);
    expect(types()).toEqual([]);
    advance(1);
    expect(types()).toEqual(['tween.completed']);
  });

  it('needs an object that exists', () => {
    const { failure } = withCube();
    expect(failure('tween.position', { object: 'cub', position: 0, time: 1 })).toMatchObject({
      code: 'OBJECT_NOT_FOUND',
      details: { nearest: ['cube'] },
    });
  });
});

describe('tween.cancel', () => {
  it('leaves the object in between', () => {
    const { act, advance, move, position, events } = withCube();
    const { tweenId } = move();
    advance(30);
    expect(act('tween.cancel', { tweenId })).toEqual({ count: 1 });
    advance(30);
    expect(position().x).toBeCloseTo(2, 10);
    expect(events).toMatchObject([{ type: 'tween.cancelled', object: 'cube', data: { reason: 'explicit' } }]);
    expect(act('tween.cancel', { tweenId })).toEqual({ count: 0 });
  });

  it('of an id leaves all others alone', () => {
    const { act, move } = withCube();
    const { tweenId } = move();
    const other = act('tween.position', { object: 'main-camera', position: 0, time: 1 });
    expect(act('tween.cancel', { tweenId })).toEqual({ count: 1 });
    expect(act('tween.list')).toMatchObject({ tweens: [{ tweenId: other.tweenId }] });
  });

  it('completes on request, exactly at the target', () => {
    const { act, advance, move, position, types } = withCube();
    move();
    advance(1);
    expect(act('tween.cancel', { complete: true })).toEqual({ count: 1 });
    expect(position()).toEqual(at(4, 0, 0));
    expect(types()).toEqual(['tween.completed']);
  });

  it('ends those of one object, or all', () => {
    const { act, move } = withCube();
    move();
    act('tween.position', { object: 'main-camera', position: 0, time: 1 });
    expect(act('tween.cancel', { object: 'main-light' })).toEqual({ count: 0 });
    expect(act('tween.cancel', { object: 'cube' })).toEqual({ count: 1 });
    move();
    expect(act('tween.cancel')).toEqual({ count: 2 });
  });
});

describe('tween.list', () => {
  it('shows live tweens, of one object on request', () => {
    const { act, advance, move } = withCube();
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
