import { describe, expect, test } from 'vitest';
import { createTestRuntime, createTestGraph } from '../../engine/testing-runtime.ts';
import { getPosition, getRotation, getScale } from '../../scene/object-transform.ts';
import type { Json, Vector3 } from '#spec/values.ts';

const createVector3 = (x: number, y: number, z: number): Vector3 => ({ x, y, z });

const closeTo = ({ x, y, z }: Vector3) => ({
  x: expect.closeTo(x, 6),
  y: expect.closeTo(y, 6),
  z: expect.closeTo(z, 6),
});

/**
 * Creates a scene with a cube `hero` at (1, 0, 0) below `base`, which is at (10, 0, 0) and rotated by 90 degrees about
 * Y. The hero's world position is (10, 0, -1).
 */
const createHeroScene = () => {
  const runtime = createTestRuntime();
  const { scene } = runtime;
  scene.spawn(
    { type: 'Primitives/Cube' },
    { tag: 'base', position: createVector3(10, 0, 0), rotation: createVector3(0, 90, 0) },
  );
  const hero = scene.spawn(
    { type: 'Primitives/Cube' },
    { tag: 'hero', parent: 'base', position: createVector3(1, 0, 0) },
  );
  const lone = scene.spawn({ type: 'Primitives/Cube' }, { tag: 'lone', position: createVector3(1, 2, 3) });
  return { ...runtime, hero, lone };
};

type HeroScene = ReturnType<typeof createHeroScene>;

/** Returns the world direction of an object's local axis. */
const getWorldAxis = ({ scene }: HeroScene, tag: string, x: number, y: number, z: number) => {
  const { node } = scene.get(tag);
  node.updateWorldMatrix(true, false);
  const axis = node.position.clone().set(x, y, z).transformDirection(node.matrixWorld);
  return { x: axis.x, y: axis.y, z: axis.z };
};

/** Triggers a node at the start. The outputs Out and Reached are written to the console. */
const runNode = (runtime: HeroScene, category: string, values: Record<string, Json>): void => {
  const reachedConnections = category === 'MoveTowards' ? ['node.Reached > reached.In'] : [];
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        node: [category, values],
        out: ['LogConsole', { Message: 'Out' }],
        reached: ['LogConsole', { Message: 'Reached' }],
      },
      ['start.Out > node.In', 'node.Out > out.In', ...reachedConnections],
    ),
  );
  runtime.step();
};

/** Runs this number of frames and returns a getter's output in each of them. */
const evaluateNode = (
  runtime: HeroScene,
  category: string,
  values: Record<string, Json>,
  output: string,
): Json | undefined => {
  runtime.run(
    createTestGraph({ frame: 'OnNewFrame', node: [category, values], watch: 'Watch' }, [
      'frame.Out > watch.In',
      `node.${output} > watch.Value`,
    ]),
  );
  runtime.step();
  return runtime.port('watch.in.Value');
};

describe('getters', () => {
  test.each([
    ['GetPosition', { Object: 'hero' }, 'Position', createVector3(10, 0, -1)],
    ['GetPosition', { Object: 'hero', Space: 'Local' }, 'Position', createVector3(1, 0, 0)],
    ['GetRotation', { Object: 'hero' }, 'Rotation', createVector3(0, 90, 0)],
    ['GetRotation', { Object: 'base', Space: 'Local' }, 'Rotation', createVector3(0, 90, 0)],
    ['GetScale', { Object: 'hero' }, 'Scale', createVector3(1, 1, 1)],
  ])('%s of %j', (category, values, output, expected) => {
    expect(evaluateNode(createHeroScene(), category, values, output)).toEqual(closeTo(expected));
  });

  test('read the scene on every evaluation', () => {
    const runtime = createHeroScene();
    expect(evaluateNode(runtime, 'GetPosition', { Object: 'lone' }, 'Position')).toEqual(
      createVector3(1, 2, 3),
    );
    runtime.lone.node.position.set(4, 5, 6);
    runtime.step();
    expect(runtime.port('watch.in.Value')).toEqual(createVector3(4, 5, 6));
  });

  test('see the changes of a setter that ran earlier in the same frame', () => {
    const runtime = createHeroScene();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          set: ['SetPosition', { Object: 'lone', Position: createVector3(7, 8, 9) }],
          get: ['GetPosition', { Object: 'lone' }],
          watch: 'Watch',
        },
        ['start.Out > set.In', 'set.Out > watch.In', 'get.Position > watch.Value'],
      ),
    );
    runtime.step();
    expect(runtime.port('watch.in.Value')).toEqual(createVector3(7, 8, 9));
  });

  test('the rotation stays readable at a scale of 0', () => {
    const runtime = createHeroScene();
    runtime.scene.get('base').node.scale.set(0, 0, 0);
    expect(evaluateNode(runtime, 'GetRotation', { Object: 'hero' }, 'Rotation')).toEqual(
      closeTo(createVector3(0, 90, 0)),
    );
  });

  test.each([
    ['GetPosition', 'Position'],
    ['GetRotation', 'Rotation'],
    ['GetScale', 'Scale'],
  ])(
    '%s of an object that does not exist is zero, with one warning that names node and object',
    (category, output) => {
      const runtime = createHeroScene();
      runtime.run(
        createTestGraph(
          { frame: 'OnNewFrame', node: [category, { Object: 'ghost' }], split: 'SplitVector3', x: 'Watch' },
          ['frame.Out > x.In', `node.${output} > split.Vector`, 'split.X > x.Value'],
        ),
      );
      runtime.step(3);
      expect(runtime.port('x.in.Value')).toBe(0);
      expect(runtime.data('console.log')).toEqual([
        expect.objectContaining({
          severity: 'warning',
          graphId: 'graph',
          nodeId: 'node',
          message: 'No scene object has the tag "ghost".',
        }),
      ]);
    },
  );
});

describe('setters', () => {
  test.each([
    ['World', createVector3(10, 0, -3), createVector3(3, 0, 0)],
    ['Local', createVector3(3, 0, 0), createVector3(3, 0, 0)],
  ])('SetPosition in %s space', (Space, Position, local) => {
    const runtime = createHeroScene();
    runNode(runtime, 'SetPosition', { Object: 'hero', Position, Space });
    expect(getPosition(runtime.hero, 'local')).toEqual(closeTo(local));
    expect(runtime.messages()).toEqual(['Out']);
  });

  test.each([
    ['World', createVector3(0, 30, 0)],
    ['Local', createVector3(0, 120, 0)],
  ])('SetRotation in %s space', (Space, world) => {
    const runtime = createHeroScene();
    runNode(runtime, 'SetRotation', { Object: 'hero', Rotation: createVector3(0, 30, 0), Space });
    // a rotation by 120 degrees about Y is written as 180, 60, 180, because Y stays within 90 degrees
    const expected = world.y > 90 ? createVector3(-180, 180 - world.y, -180) : world;
    const actual = getRotation(runtime.hero, 'world');
    expect({ x: -Math.abs(actual.x), y: actual.y, z: -Math.abs(actual.z) }).toEqual(closeTo(expected));
    expect(runtime.messages()).toEqual(['Out']);
  });

  test('SetScale', () => {
    const runtime = createHeroScene();
    runNode(runtime, 'SetScale', { Object: 'hero', Scale: createVector3(1, 2, 3) });
    expect(getScale(runtime.hero)).toEqual(createVector3(1, 2, 3));
    expect(runtime.messages()).toEqual(['Out']);
  });
});

describe('Translate', () => {
  test.each([
    ['World', createVector3(12, 0, -1)],
    ['Local', createVector3(10, 0, -3)],
  ])('along the axes of %s', (Space, expected) => {
    const runtime = createHeroScene();
    runNode(runtime, 'Translate', { Object: 'hero', Offset: createVector3(2, 0, 0), Space });
    expect(getPosition(runtime.hero, 'world')).toEqual(closeTo(expected));
    expect(runtime.messages()).toEqual(['Out']);
  });

  test('clamps to finite numbers', () => {
    const runtime = createHeroScene();
    runtime.lone.node.position.x = Number.MAX_VALUE;
    runNode(runtime, 'Translate', { Object: 'lone', Offset: createVector3(Number.MAX_VALUE, 0, 0) });
    expect(getPosition(runtime.lone, 'world').x).toBe(Number.MAX_VALUE);
  });
});

describe('Rotate', () => {
  /**
   * Rotates `lone`, which lies on its side, by 90 degrees about Y. Returns the direction in which its top points
   * afterwards.
   */
  const topAfter = (Space: string) => {
    const runtime = createHeroScene();
    runtime.lone.node.rotation.set(0, 0, -Math.PI / 2);
    runNode(runtime, 'Rotate', { Object: 'lone', Angles: createVector3(0, 90, 0), Space });
    const top = runtime.lone.node.up.clone().set(0, 1, 0).applyQuaternion(runtime.lone.node.quaternion);
    return { x: top.x, y: top.y, z: top.z };
  };

  test('about the world axes', () => {
    expect(topAfter('World')).toEqual(closeTo(createVector3(0, 0, -1)));
  });
  test('about its own axes', () => {
    expect(topAfter('Local')).toEqual(closeTo(createVector3(1, 0, 0)));
  });
  test('about the world axes under a rotated parent', () => {
    const runtime = createHeroScene();
    runNode(runtime, 'Rotate', { Object: 'hero', Angles: createVector3(90, 0, 0), Space: 'World' });
    expect(getWorldAxis(runtime, 'hero', 0, 1, 0)).toEqual(closeTo(createVector3(0, 0, 1)));
    expect(runtime.messages()).toEqual(['Out']);
  });
});

describe('LookAt', () => {
  test('turns the front to a point', () => {
    const runtime = createHeroScene();
    runNode(runtime, 'LookAt', { Object: 'lone', Point: createVector3(-4, 2, 3) });
    expect(getWorldAxis(runtime, 'lone', 0, 0, 1)).toEqual(closeTo(createVector3(-1, 0, 0)));
    expect(getWorldAxis(runtime, 'lone', 0, 1, 0)).toEqual(closeTo(createVector3(0, 1, 0)));
    expect(runtime.messages()).toEqual(['Out']);
  });

  test('turns the front to an object, which takes precedence over the point, also under a rotated parent', () => {
    const runtime = createHeroScene();
    runtime.lone.node.position.set(10, 0, -9);
    runNode(runtime, 'LookAt', { Object: 'hero', Target: 'lone', Point: createVector3(0, 100, 0) });
    expect(getWorldAxis(runtime, 'hero', 0, 0, 1)).toEqual(closeTo(createVector3(0, 0, -1)));
  });

  test('keeps the top towards Up', () => {
    const runtime = createHeroScene();
    runNode(runtime, 'LookAt', { Object: 'lone', Point: createVector3(1, 2, 9), Up: createVector3(1, 0, 0) });
    expect(getWorldAxis(runtime, 'lone', 0, 1, 0)).toEqual(closeTo(createVector3(1, 0, 0)));
  });

  test.each(['main-camera', 'main-light'])('turns the -Z of %s', (tag) => {
    const runtime = createHeroScene();
    const { x, y, z } = runtime.scene.get(tag).node.position;
    runNode(runtime, 'LookAt', { Object: tag, Point: createVector3(x + 5, y, z) });
    expect(getWorldAxis(runtime, tag, 0, 0, -1)).toEqual(closeTo(createVector3(1, 0, 0)));
  });

  test.each([
    ['its own position', { Point: createVector3(1, 2, 3) }],
    ['an object that does not exist', { Target: 'ghost' }],
  ])('at %s changes nothing', (_, values) => {
    const runtime = createHeroScene();
    runtime.lone.node.rotation.set(0.1, 0.2, 0.3);
    runNode(runtime, 'LookAt', { Object: 'lone', ...values });
    expect(runtime.lone.node.rotation.toArray()).toEqual([0.1, 0.2, 0.3, 'XYZ']);
    expect(runtime.messages().at(-1)).toBe('Out');
  });
});

describe('MoveTowards', () => {
  /** Moves `lone` from (1, 2, 3) towards a target that is 5 meters away, for this number of ticks. */
  const startMoving = (MaxStep: number, ticks: number) => {
    const runtime = createHeroScene();
    runtime.run(
      createTestGraph(
        {
          frame: 'OnNewFrame',
          node: ['MoveTowards', { Object: 'lone', Target: createVector3(1, 2, 8), MaxStep }],
          reached: ['LogConsole', { Message: 'Reached' }],
        },
        ['frame.Out > node.In', 'node.Reached > reached.In'],
      ),
    );
    runtime.step(ticks);
    return runtime;
  };

  test('moves MaxStep metres at each trigger', () => {
    const runtime = startMoving(0.05, 20);
    expect(getPosition(runtime.lone, 'world')).toEqual(closeTo(createVector3(1, 2, 4)));
    expect(runtime.port('node.out.Remaining')).toBeCloseTo(4);
    expect(runtime.messages()).toEqual([]);
  });

  test('arrives exactly, then fires Reached at every trigger', () => {
    const runtime = startMoving(0.1, 49);
    expect(runtime.messages()).toEqual([]);
    expect(runtime.port('node.out.Remaining')).toBeCloseTo(0.1);
    runtime.step();
    expect(getPosition(runtime.lone, 'world')).toEqual(createVector3(1, 2, 8));
    expect(runtime.port('node.out.Remaining')).toBe(0);
    expect(runtime.messages()).toEqual(['Reached']);
    runtime.step();
    expect(runtime.messages()).toEqual(['Reached', 'Reached']);
  });

  test('stays where it is when MaxStep is negative', () => {
    expect(getPosition(startMoving(-1, 5).lone, 'world')).toEqual(createVector3(1, 2, 3));
  });

  test('fires Out, then Reached', () => {
    const runtime = createHeroScene();
    runNode(runtime, 'MoveTowards', { Object: 'lone', Target: createVector3(1, 2, 3) });
    expect(runtime.messages()).toEqual(['Out', 'Reached']);
  });
});

test.each(['SetPosition', 'SetRotation', 'SetScale', 'Translate', 'Rotate', 'LookAt', 'MoveTowards'])(
  '%s writes a warning and fires only Out when the object does not exist',
  (category) => {
    const runtime = createHeroScene();
    runNode(runtime, category, { Object: 'ghost' });
    expect(runtime.data('console.log')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        graphId: 'graph',
        nodeId: 'node',
        message: 'No scene object has the tag "ghost".',
      }),
      expect.objectContaining({ message: 'Out' }),
    ]);
  },
);

test('the outputs of MoveTowards keep their values when its object is removed', () => {
  const runtime = createHeroScene();
  runtime.run(
    createTestGraph({ frame: 'OnNewFrame', node: ['MoveTowards', { Object: 'lone', MaxStep: 0 }] }, [
      'frame.Out > node.In',
    ]),
  );
  runtime.step();
  const before = runtime.port('node.out.Remaining');
  expect(before).toBeGreaterThan(0);
  runtime.scene.destroy(runtime.lone);
  runtime.step();
  expect(runtime.port('node.out.Remaining')).toBe(before);
});

test('an object can be chosen by a text from a connection', () => {
  const runtime = createHeroScene();
  runtime.put({ id: 'who', name: 'who', type: 'String', value: 'lone' });
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        who: ['GetVariable', { Variable: 'who' }],
        node: ['SetScale', { Scale: createVector3(2, 2, 2) }],
      },
      ['start.Out > node.In', 'who.Value > node.Object'],
    ),
  );
  runtime.step();
  expect(getScale(runtime.lone)).toEqual(createVector3(2, 2, 2));
});
