import { describe, expect, test } from 'vitest';
import {
  createTestRuntime as createAnyStage,
  evaluatePureNode,
  logNode,
  createTestGraph,
} from '../../engine/testing-runtime.ts';
import { listColors } from '../../scene/main-colors.ts';
import { getPosition, getRotation, getScale } from '../../scene/object-transform.ts';
import type { Json } from '#spec/values.ts';

const createVector3 = (x: number, y = 0, z = 0) => ({ x, y, z });

/**
 * Creates a scene with a cube `a` below `base`, which is at (10, 0, 0), and a cube `b`. Buttons trigger a node, whose
 * outputs are logged.
 */
const createTweenScene = (
  category: string,
  values: Record<string, Json>,
  outputs = ['Out', 'Done', 'Cancelled'],
) => {
  const runtime = createAnyStage();
  const { scene } = runtime;
  scene.spawn({ type: 'Empty' }, { tag: 'base', position: createVector3(10) });
  const a = scene.spawn({ type: 'Primitives/Cube' }, { tag: 'a', parent: 'base' });
  const b = scene.spawn({ type: 'Primitives/Cube' }, { tag: 'b' });
  runtime.run(
    createTestGraph(
      {
        button: 'ManualButton',
        cancel: 'ManualButton',
        node: [category, values],
        ...Object.fromEntries(outputs.map((name) => [name, logNode(name)])),
      },
      [
        'button.Pressed > node.In',
        ...(category === 'CancelTween' ? [] : ['cancel.Pressed > node.Cancel']),
        ...outputs.map((name) => `node.${name} > ${name}.In`),
      ],
    ),
  );
  runtime.step();
  const trigger = (): void => {
    runtime.press('button');
    runtime.step();
  };
  return { ...runtime, a, b, trigger };
};

type TweenScene = ReturnType<typeof createTweenScene>;

describe.each<[string, Record<string, Json>, (runtime: TweenScene) => unknown, unknown]>([
  ['TweenPosition', { To: createVector3(4) }, ({ a }) => getPosition(a, 'world'), createVector3(4)],
  [
    'TweenPosition',
    { To: createVector3(4), Space: 'Local' },
    ({ a }) => getPosition(a, 'local'),
    createVector3(4),
  ],
  ['TweenRotation', { To: createVector3(0, 80) }, ({ a }) => getRotation(a, 'local'), createVector3(0, 80)],
  ['TweenScale', { To: createVector3(2, 2, 2) }, ({ a }) => getScale(a), createVector3(2, 2, 2)],
  [
    'TweenColor',
    { To: { r: 1, g: 0, b: 0.5, a: 0.25 } },
    ({ a }) => listColors(a)[0],
    { r: 1, g: 0, b: 0.5, a: 0.25 },
  ],
])('%s with %j', (category, values, readValue, target) => {
  test('reaches the end value exactly in Duration seconds, and fires Done in the frame after', () => {
    const runtime = createTweenScene(category, { Object: 'a', Duration: 0.1, ...values });
    runtime.trigger();
    expect(runtime.port('node.out.TweenId')).toBe('tween-1');
    runtime.step(4);
    expect(readValue(runtime)).not.toEqual(target);
    runtime.step();
    expect(readValue(runtime)).toEqual(target);
    expect(runtime.messages()).toEqual(['Out']);
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
  });

  test('stops midway on Cancel', () => {
    const runtime = createTweenScene(category, { Object: 'a', ...values });
    runtime.trigger();
    runtime.press('cancel');
    runtime.step();
    const finalValue = readValue(runtime);
    runtime.step(100);
    expect(readValue(runtime)).toEqual(finalValue);
    expect(finalValue).not.toEqual(target);
    expect(runtime.messages()).toEqual(['Out', 'Cancelled']);
  });

  test('follows its easing curve', () => {
    const readHalfway = (Ease: string) => {
      const runtime = createTweenScene(category, { Object: 'a', Duration: 0.1, Ease, ...values });
      runtime.trigger();
      runtime.step(2);
      return readValue(runtime);
    };
    expect(readHalfway('Linear')).not.toEqual(readHalfway('EaseInCubic'));
  });

  test('starts nothing without an object', () => {
    const runtime = createTweenScene(category, { Object: 'ghost', ...values });
    runtime.trigger();
    runtime.step(100);
    expect(runtime.messages()).toEqual(['No scene object has the tag "ghost".', 'Out']);
  });
});

test('a scale that is not set defaults to that of the model', () => {
  const runtime = createTweenScene('TweenScale', { Object: 'a', Duration: 0 });
  runtime.a.node.scale.set(3, 3, 3);
  runtime.trigger();
  expect(getScale(runtime.a)).toEqual(createVector3(1, 1, 1));
});

test('TweenRotation takes the shortest way', () => {
  const runtime = createTweenScene('TweenRotation', {
    Object: 'a',
    To: createVector3(0, 0, 350),
    Duration: 0.1,
  });
  runtime.trigger();
  runtime.step(2);
  expect(getRotation(runtime.a, 'local').z).toBeCloseTo(-5, 6);
  runtime.step(5);
  expect(getRotation(runtime.a, 'local').z).toBe(350);
});

test('TweenRotation starts at the current rotation, and its state says so', () => {
  const runtime = createTweenScene('TweenRotation', {
    Object: 'a',
    To: createVector3(0, 0, 90),
    Duration: 0.1,
  });
  runtime.a.node.rotation.z = Math.PI / 4;
  runtime.trigger();
  expect(getRotation(runtime.a, 'local').z).toBeCloseTo(45 + 45 / 6, 6);
  expect(JSON.stringify(runtime.state().tweens)).toContain('"to":{"x":0,"y":0,"z":90}');
});

describe('TweenFloat', () => {
  const outputs = ['Out', 'Update', 'Done'];

  test('interpolates Value, with Update in every frame and Done after the last', () => {
    const runtime = createTweenScene('TweenFloat', { From: 10, To: 20, Duration: 0.05 }, outputs);
    const values: unknown[] = [];
    runtime.trigger();
    for (let frame = 0; frame < 5; frame++) {
      values.push(runtime.port('node.out.Value'));
      runtime.step();
    }
    expect(values.map(Number)).toEqual(
      [10, 10 + 10 / 3, 10 + 20 / 3, 20, 20].map((value) => expect.closeTo(value, 9)),
    );
    expect(values[3]).toBe(20);
    expect(runtime.messages()).toEqual(['Out', 'Update', 'Update', 'Update', 'Done']);
  });

  test('follows its easing curve', () => {
    const runtime = createTweenScene('TweenFloat', { To: 8, Duration: 1, Ease: 'EaseInCubic' }, []);
    runtime.trigger();
    runtime.step(30);
    expect(runtime.port('node.out.Value')).toBeCloseTo(1, 9);
  });

  test('uses simulated time', () => {
    const runtime = createTweenScene('TweenFloat', { To: 8, Duration: 1 }, []);
    runtime.execute('action.run', { action: 'time.setScale', parameters: { scale: 2 } });
    runtime.trigger();
    runtime.step(15);
    expect(runtime.port('node.out.Value')).toBeCloseTo(4, 9);
  });

  test('restarts when it is triggered again', () => {
    const runtime = createTweenScene('TweenFloat', { To: 8, Duration: 0.1 }, ['Update', 'Done']);
    runtime.trigger();
    runtime.step(2);
    runtime.trigger();
    expect(runtime.messages()).toEqual(['Update', 'Update', 'Update']);
    runtime.step(5);
    expect(runtime.messages()).not.toContain('Done');
    runtime.step(10);
    expect(runtime.messages()).toEqual([...Array.from({ length: 9 }, () => 'Update'), 'Done']);
  });

  test('keeps Value after Cancel, and nothing fires any more', () => {
    const runtime = createTweenScene('TweenFloat', { To: 8, Duration: 0.1 }, outputs);
    runtime.trigger();
    runtime.step(2);
    runtime.press('cancel');
    runtime.step();
    const value = runtime.port('node.out.Value');
    const lines = runtime.messages().length;
    runtime.step(20);
    expect(runtime.port('node.out.Value')).toBe(value);
    expect(runtime.messages()).toHaveLength(lines);
    expect(runtime.messages()).not.toContain('Done');
  });

  test.each([0, -1])('arrives in the next frame when Duration is %d', (Duration) => {
    const runtime = createTweenScene('TweenFloat', { From: 3, To: 8, Duration }, outputs);
    runtime.trigger();
    runtime.step(3);
    expect(runtime.port('node.out.Value')).toBe(8);
    expect(runtime.messages()).toEqual([
      ...(Duration < 0 ? ['A duration of -1 seconds counts as 0.'] : []),
      'Out',
      'Update',
      'Done',
    ]);
  });

  test('interpolates numbers whose difference overflows', () => {
    const max = Number.MAX_VALUE;
    const runtime = createTweenScene('TweenFloat', { From: -max, To: max, Duration: 1 }, []);
    runtime.trigger();
    runtime.step(15);
    expect(Number(runtime.port('node.out.Value')) / max).toBeCloseTo(-0.5, 9);
  });

  test('stays finite when the curve overshoots', () => {
    const max = Number.MAX_VALUE;
    const runtime = createTweenScene(
      'TweenFloat',
      { From: -max, To: max, Duration: 1, Ease: 'EaseInBack' },
      [],
    );
    runtime.trigger();
    for (let frame = 0; frame < 62; frame++) {
      runtime.step();
      expect(Number.isFinite(runtime.port('node.out.Value'))).toBe(true);
    }
    expect(runtime.port('node.out.Value')).toBe(max);
  });
});

describe('CancelTween', () => {
  const cancelling = (values: Record<string, Json>) => {
    const runtime = createTweenScene('CancelTween', values, ['Out']);
    for (const object of ['a', 'b']) {
      for (const [action, target] of [
        ['tween.position', { position: createVector3(1) }],
        ['tween.scale', { scale: createVector3(2, 2, 2) }],
      ] as const) {
        const timing = { time: 10, ease: 'linear', delay: 0, loops: 0, yoyo: false };
        runtime.execute('action.run', {
          action,
          parameters: { object, space: 'world', ...target, ...timing },
        });
      }
    }
    runtime.trigger();
    const cancelledIds = runtime.data('tween.cancelled').map(({ tweenId }) => tweenId);
    return { count: runtime.port('node.out.Count') ?? 0, ended: cancelledIds, messages: runtime.messages() };
  };

  test.each([
    [{ Object: 'a' }, ['tween-1', 'tween-2']],
    [{ TweenId: 'tween-3' }, ['tween-3']],
    [{ Object: 'b', TweenId: 'tween-4' }, ['tween-4']],
    [{ Object: 'a', TweenId: 'tween-4' }, []],
    [{ TweenId: 'tween-9' }, []],
  ])('with %j cancels %j', (values, expected) => {
    expect(cancelling(values)).toEqual({ count: expected.length, ended: expected, messages: ['Out'] });
  });

  test.each<Record<string, Json>>([{}, { Object: '', TweenId: '' }])(
    'cancels nothing without a selection: %j',
    (values) => {
      expect(cancelling(values)).toEqual({
        count: 0,
        ended: [],
        messages: ['Neither an object nor a tween is chosen.', 'Out'],
      });
    },
  );
});

test.each([
  ['Linear', 0.25, 0.25],
  ['EaseInQuad', 0.5, 0.25],
  ['EaseOutQuad', 0.5, 0.75],
  ['EaseInBack', 0.2, expect.closeTo(0.04 * (2.70158 * 0.2 - 1.70158), 9)],
  ['EaseInCirc', 7, 1],
  ['EaseOutCirc', -7, 0],
])('EaseValue: %s at %d is %j', (Ease, T, expected) => {
  expect(evaluatePureNode('EaseValue', { T, Ease }).value).toEqual(expected);
});
