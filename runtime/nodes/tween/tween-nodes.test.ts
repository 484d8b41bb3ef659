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
 * A cube `a` under `base`, which is at (10, 0, 0), and a cube `b`; buttons trigger a node, whose outputs are logged.
 */
const createTweenScene = (
  category: string,
  values: Record<string, Json>,
  outputs = ['Out', 'Done', 'Cancelled'],
) => {
  const stage = createAnyStage();
  const { scene } = stage;
  scene.spawn({ type: 'Empty' }, { tag: 'base', position: createVector3(10) });
  const a = scene.spawn({ type: 'Primitives/Cube' }, { tag: 'a', parent: 'base' });
  const b = scene.spawn({ type: 'Primitives/Cube' }, { tag: 'b' });
  stage.run(
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
  stage.step();
  const trigger = (): void => {
    stage.press('button');
    stage.step();
  };
  return { ...stage, a, b, trigger };
};

type TweenScene = ReturnType<typeof createTweenScene>;

describe.each<[string, Record<string, Json>, (stage: TweenScene) => unknown, unknown]>([
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
])('%s with %j', (category, values, look, goal) => {
  test('reaches the end value exactly in Duration seconds, and fires Done in the frame after', () => {
    const stage = createTweenScene(category, { Object: 'a', Duration: 0.1, ...values });
    stage.trigger();
    expect(stage.port('node.out.TweenId')).toBe('tween-1');
    stage.step(4);
    expect(look(stage)).not.toEqual(goal);
    stage.step();
    expect(look(stage)).toEqual(goal);
    expect(stage.messages()).toEqual(['Out']);
    stage.step();
    expect(stage.messages()).toEqual(['Out', 'Done']);
  });

  test('stops midway on Cancel', () => {
    const stage = createTweenScene(category, { Object: 'a', ...values });
    stage.trigger();
    stage.press('cancel');
    stage.step();
    const there = look(stage);
    stage.step(100);
    expect(look(stage)).toEqual(there);
    expect(there).not.toEqual(goal);
    expect(stage.messages()).toEqual(['Out', 'Cancelled']);
  });

  test('follows its easing curve', () => {
    const halfway = (Ease: string) => {
      const stage = createTweenScene(category, { Object: 'a', Duration: 0.1, Ease, ...values });
      stage.trigger();
      stage.step(2);
      return look(stage);
    };
    expect(halfway('Linear')).not.toEqual(halfway('EaseInCubic'));
  });

  test('starts nothing without an object', () => {
    const stage = createTweenScene(category, { Object: 'ghost', ...values });
    stage.trigger();
    stage.step(100);
    expect(stage.messages()).toEqual(['No scene object has the tag "ghost".', 'Out']);
  });
});

test('a scale that is not set defaults to that of the model', () => {
  const stage = createTweenScene('TweenScale', { Object: 'a', Duration: 0 });
  stage.a.node.scale.set(3, 3, 3);
  stage.trigger();
  expect(getScale(stage.a)).toEqual(createVector3(1, 1, 1));
});

test('TweenRotation takes the shortest way', () => {
  const stage = createTweenScene('TweenRotation', {
    Object: 'a',
    To: createVector3(0, 0, 350),
    Duration: 0.1,
  });
  stage.trigger();
  stage.step(2);
  expect(getRotation(stage.a, 'local').z).toBeCloseTo(-5, 6);
  stage.step(5);
  expect(getRotation(stage.a, 'local').z).toBe(350);
});

test('TweenRotation starts at the current rotation, and its state says so', () => {
  const stage = createTweenScene('TweenRotation', {
    Object: 'a',
    To: createVector3(0, 0, 90),
    Duration: 0.1,
  });
  stage.a.node.rotation.z = Math.PI / 4;
  stage.trigger();
  expect(getRotation(stage.a, 'local').z).toBeCloseTo(45 + 45 / 6, 6);
  expect(JSON.stringify(stage.state().tweens)).toContain('"to":{"x":0,"y":0,"z":90}');
});

describe('TweenFloat', () => {
  const outputs = ['Out', 'Update', 'Done'];

  test('interpolates Value, with Update in every frame and Done after the last', () => {
    const stage = createTweenScene('TweenFloat', { From: 10, To: 20, Duration: 0.05 }, outputs);
    const seen: unknown[] = [];
    stage.trigger();
    for (let frame = 0; frame < 5; frame++) {
      seen.push(stage.port('node.out.Value'));
      stage.step();
    }
    expect(seen.map(Number)).toEqual(
      [10, 10 + 10 / 3, 10 + 20 / 3, 20, 20].map((value) => expect.closeTo(value, 9)),
    );
    expect(seen[3]).toBe(20);
    expect(stage.messages()).toEqual(['Out', 'Update', 'Update', 'Update', 'Done']);
  });

  test('follows its easing curve', () => {
    const stage = createTweenScene('TweenFloat', { To: 8, Duration: 1, Ease: 'EaseInCubic' }, []);
    stage.trigger();
    stage.step(30);
    expect(stage.port('node.out.Value')).toBeCloseTo(1, 9);
  });

  test('uses simulated time', () => {
    const stage = createTweenScene('TweenFloat', { To: 8, Duration: 1 }, []);
    stage.execute('action.run', { action: 'time.setScale', parameters: { scale: 2 } });
    stage.trigger();
    stage.step(15);
    expect(stage.port('node.out.Value')).toBeCloseTo(4, 9);
  });

  test('restarts when it is triggered again', () => {
    const stage = createTweenScene('TweenFloat', { To: 8, Duration: 0.1 }, ['Update', 'Done']);
    stage.trigger();
    stage.step(2);
    stage.trigger();
    expect(stage.messages()).toEqual(['Update', 'Update', 'Update']);
    stage.step(5);
    expect(stage.messages()).not.toContain('Done');
    stage.step(10);
    expect(stage.messages()).toEqual([...Array.from({ length: 9 }, () => 'Update'), 'Done']);
  });

  test('keeps Value after Cancel, and nothing fires any more', () => {
    const stage = createTweenScene('TweenFloat', { To: 8, Duration: 0.1 }, outputs);
    stage.trigger();
    stage.step(2);
    stage.press('cancel');
    stage.step();
    const value = stage.port('node.out.Value');
    const lines = stage.messages().length;
    stage.step(20);
    expect(stage.port('node.out.Value')).toBe(value);
    expect(stage.messages()).toHaveLength(lines);
    expect(stage.messages()).not.toContain('Done');
  });

  test.each([0, -1])('arrives in the next frame when Duration is %d', (Duration) => {
    const stage = createTweenScene('TweenFloat', { From: 3, To: 8, Duration }, outputs);
    stage.trigger();
    stage.step(3);
    expect(stage.port('node.out.Value')).toBe(8);
    expect(stage.messages()).toEqual([
      ...(Duration < 0 ? ['A duration of -1 seconds counts as 0.'] : []),
      'Out',
      'Update',
      'Done',
    ]);
  });

  test('interpolates numbers whose difference overflows', () => {
    const most = Number.MAX_VALUE;
    const stage = createTweenScene('TweenFloat', { From: -most, To: most, Duration: 1 }, []);
    stage.trigger();
    stage.step(15);
    expect(Number(stage.port('node.out.Value')) / most).toBeCloseTo(-0.5, 9);
  });

  test('stays finite when the curve overshoots', () => {
    const most = Number.MAX_VALUE;
    const stage = createTweenScene(
      'TweenFloat',
      { From: -most, To: most, Duration: 1, Ease: 'EaseInBack' },
      [],
    );
    stage.trigger();
    for (let frame = 0; frame < 62; frame++) {
      stage.step();
      expect(Number.isFinite(stage.port('node.out.Value'))).toBe(true);
    }
    expect(stage.port('node.out.Value')).toBe(most);
  });
});

describe('CancelTween', () => {
  const cancelling = (values: Record<string, Json>) => {
    const stage = createTweenScene('CancelTween', values, ['Out']);
    for (const object of ['a', 'b']) {
      for (const [action, target] of [
        ['tween.position', { position: createVector3(1) }],
        ['tween.scale', { scale: createVector3(2, 2, 2) }],
      ] as const) {
        const timing = { time: 10, ease: 'linear', delay: 0, loops: 0, yoyo: false };
        stage.execute('action.run', { action, parameters: { object, space: 'world', ...target, ...timing } });
      }
    }
    stage.trigger();
    const ended = stage.data('tween.cancelled').map(({ tweenId }) => tweenId);
    return { count: stage.port('node.out.Count') ?? 0, ended, messages: stage.messages() };
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
