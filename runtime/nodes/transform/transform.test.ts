import { describe, expect, test } from 'vitest';
import { createStage, sketch } from '../../engine/testing.ts';
import { positionOf, rotationOf, scaleOf } from '../../scene/transform.ts';
import type { Json, Vector3 } from '#spec/values.ts';

const at = (x: number, y: number, z: number): Vector3 => ({ x, y, z });

const near = ({ x, y, z }: Vector3) => ({
  x: expect.closeTo(x, 6),
  y: expect.closeTo(y, 6),
  z: expect.closeTo(z, 6),
});

/**
 * A scene with a cube `hero` at (1, 0, 0) under `base`, which is at (10, 0, 0), turned by 90 degrees about Y: to the
 * world the hero is at (10, 0, -1).
 */
const createHeroStage = () => {
  const stage = createStage();
  const { scene } = stage;
  scene.spawn({ type: 'Primitives/Cube' }, { tag: 'base', position: at(10, 0, 0), rotation: at(0, 90, 0) });
  const hero = scene.spawn(
    { type: 'Primitives/Cube' },
    { tag: 'hero', parent: 'base', position: at(1, 0, 0) },
  );
  const lone = scene.spawn({ type: 'Primitives/Cube' }, { tag: 'lone', position: at(1, 2, 3) });
  return { ...stage, hero, lone };
};

type Stage = ReturnType<typeof createHeroStage>;

/** Where the given axis of an object points in the world. */
const axisOf = ({ scene }: Stage, tag: string, x: number, y: number, z: number) => {
  const { node } = scene.get(tag);
  node.updateWorldMatrix(true, false);
  const axis = node.position.clone().set(x, y, z).transformDirection(node.matrixWorld);
  return { x: axis.x, y: axis.y, z: axis.z };
};

/** Triggers one node at the start; Out and Reached are written to the console. */
const trigger = (stage: Stage, category: string, values: Record<string, Json>): void => {
  const reaches = category === 'MoveTowards' ? ['node.Reached > reached.In'] : [];
  stage.run(
    sketch(
      {
        start: 'Start',
        node: [category, values],
        out: ['LogConsole', { Message: 'Out' }],
        reached: ['LogConsole', { Message: 'Reached' }],
      },
      ['start.Out > node.In', 'node.Out > out.In', ...reaches],
    ),
  );
  stage.step();
};

/** What a getter yields in each of so many frames. */
const read = (
  stage: Stage,
  category: string,
  values: Record<string, Json>,
  output: string,
): Json | undefined => {
  stage.run(
    sketch({ frame: 'OnNewFrame', node: [category, values], watch: 'Watch' }, [
      'frame.Out > watch.In',
      `node.${output} > watch.Value`,
    ]),
  );
  stage.step();
  return stage.port('watch.in.Value');
};

describe('getters', () => {
  test.each([
    ['GetPosition', { Object: 'hero' }, 'Position', at(10, 0, -1)],
    ['GetPosition', { Object: 'hero', Space: 'Local' }, 'Position', at(1, 0, 0)],
    ['GetRotation', { Object: 'hero' }, 'Rotation', at(0, 90, 0)],
    ['GetRotation', { Object: 'base', Space: 'Local' }, 'Rotation', at(0, 90, 0)],
    ['GetScale', { Object: 'hero' }, 'Scale', at(1, 1, 1)],
  ])('%s of %j', (category, values, output, expected) => {
    expect(read(createHeroStage(), category, values, output)).toEqual(near(expected));
  });

  test('read the scene whenever they are asked', () => {
    const stage = createHeroStage();
    expect(read(stage, 'GetPosition', { Object: 'lone' }, 'Position')).toEqual(at(1, 2, 3));
    stage.lone.node.position.set(4, 5, 6);
    stage.step();
    expect(stage.port('watch.in.Value')).toEqual(at(4, 5, 6));
  });

  test('see what a setter did before them in the same frame', () => {
    const stage = createHeroStage();
    stage.run(
      sketch(
        {
          start: 'Start',
          set: ['SetPosition', { Object: 'lone', Position: at(7, 8, 9) }],
          get: ['GetPosition', { Object: 'lone' }],
          watch: 'Watch',
        },
        ['start.Out > set.In', 'set.Out > watch.In', 'get.Position > watch.Value'],
      ),
    );
    stage.step();
    expect(stage.port('watch.in.Value')).toEqual(at(7, 8, 9));
  });

  test('a scale of nothing leaves the rotation readable', () => {
    const stage = createHeroStage();
    stage.scene.get('base').node.scale.set(0, 0, 0);
    expect(read(stage, 'GetRotation', { Object: 'hero' }, 'Rotation')).toEqual(near(at(0, 90, 0)));
  });

  test.each([
    ['GetPosition', 'Position'],
    ['GetRotation', 'Rotation'],
    ['GetScale', 'Scale'],
  ])(
    '%s of an object that is not there is zero, with one warning that names node and object',
    (category, output) => {
      const stage = createHeroStage();
      stage.run(
        sketch(
          { frame: 'OnNewFrame', node: [category, { Object: 'ghost' }], split: 'SplitVector3', x: 'Watch' },
          ['frame.Out > x.In', `node.${output} > split.Vector`, 'split.X > x.Value'],
        ),
      );
      stage.step(3);
      expect(stage.port('x.in.Value')).toBe(0);
      expect(stage.data('console.log')).toEqual([
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
    ['World', at(10, 0, -3), at(3, 0, 0)],
    ['Local', at(3, 0, 0), at(3, 0, 0)],
  ])('SetPosition in %s space', (Space, Position, local) => {
    const stage = createHeroStage();
    trigger(stage, 'SetPosition', { Object: 'hero', Position, Space });
    expect(positionOf(stage.hero, 'local')).toEqual(near(local));
    expect(stage.messages()).toEqual(['Out']);
  });

  test.each([
    ['World', at(0, 30, 0)],
    ['Local', at(0, 120, 0)],
  ])('SetRotation in %s space', (Space, world) => {
    const stage = createHeroStage();
    trigger(stage, 'SetRotation', { Object: 'hero', Rotation: at(0, 30, 0), Space });
    // 120 degrees about Y is written as 180, 60, 180 where Y is kept within 90 degrees
    const expected = world.y > 90 ? at(-180, 180 - world.y, -180) : world;
    const seen = rotationOf(stage.hero, 'world');
    expect({ x: -Math.abs(seen.x), y: seen.y, z: -Math.abs(seen.z) }).toEqual(near(expected));
    expect(stage.messages()).toEqual(['Out']);
  });

  test('SetScale', () => {
    const stage = createHeroStage();
    trigger(stage, 'SetScale', { Object: 'hero', Scale: at(1, 2, 3) });
    expect(scaleOf(stage.hero)).toEqual(at(1, 2, 3));
    expect(stage.messages()).toEqual(['Out']);
  });
});

describe('Translate', () => {
  test.each([
    ['World', at(12, 0, -1)],
    ['Local', at(10, 0, -3)],
  ])('along the axes of %s', (Space, expected) => {
    const stage = createHeroStage();
    trigger(stage, 'Translate', { Object: 'hero', Offset: at(2, 0, 0), Space });
    expect(positionOf(stage.hero, 'world')).toEqual(near(expected));
    expect(stage.messages()).toEqual(['Out']);
  });

  test('stays within the numbers there are', () => {
    const stage = createHeroStage();
    stage.lone.node.position.x = Number.MAX_VALUE;
    trigger(stage, 'Translate', { Object: 'lone', Offset: at(Number.MAX_VALUE, 0, 0) });
    expect(positionOf(stage.lone, 'world').x).toBe(Number.MAX_VALUE);
  });
});

describe('Rotate', () => {
  /** Where the top of `lone`, which lies on its side, points after a turn by 90 degrees about Y. */
  const topAfter = (Space: string) => {
    const stage = createHeroStage();
    stage.lone.node.rotation.set(0, 0, -Math.PI / 2);
    trigger(stage, 'Rotate', { Object: 'lone', Angles: at(0, 90, 0), Space });
    const top = stage.lone.node.up.clone().set(0, 1, 0).applyQuaternion(stage.lone.node.quaternion);
    return { x: top.x, y: top.y, z: top.z };
  };

  test('about the axes of the world', () => {
    expect(topAfter('World')).toEqual(near(at(0, 0, -1)));
  });
  test('about its own axes', () => {
    expect(topAfter('Local')).toEqual(near(at(1, 0, 0)));
  });
  test('in the world also under a parent that is turned', () => {
    const stage = createHeroStage();
    trigger(stage, 'Rotate', { Object: 'hero', Angles: at(90, 0, 0), Space: 'World' });
    expect(axisOf(stage, 'hero', 0, 1, 0)).toEqual(near(at(0, 0, 1)));
    expect(stage.messages()).toEqual(['Out']);
  });
});

describe('LookAt', () => {
  test('turns the front to a point', () => {
    const stage = createHeroStage();
    trigger(stage, 'LookAt', { Object: 'lone', Point: at(-4, 2, 3) });
    expect(axisOf(stage, 'lone', 0, 0, 1)).toEqual(near(at(-1, 0, 0)));
    expect(axisOf(stage, 'lone', 0, 1, 0)).toEqual(near(at(0, 1, 0)));
    expect(stage.messages()).toEqual(['Out']);
  });

  test('turns the front to an object, which comes before the point, also under a parent that is turned', () => {
    const stage = createHeroStage();
    stage.lone.node.position.set(10, 0, -9);
    trigger(stage, 'LookAt', { Object: 'hero', Target: 'lone', Point: at(0, 100, 0) });
    expect(axisOf(stage, 'hero', 0, 0, 1)).toEqual(near(at(0, 0, -1)));
  });

  test('keeps the top to Up', () => {
    const stage = createHeroStage();
    trigger(stage, 'LookAt', { Object: 'lone', Point: at(1, 2, 9), Up: at(1, 0, 0) });
    expect(axisOf(stage, 'lone', 0, 1, 0)).toEqual(near(at(1, 0, 0)));
  });

  test.each(['main-camera', 'main-light'])('turns the -Z of %s', (tag) => {
    const stage = createHeroStage();
    const { x, y, z } = stage.scene.get(tag).node.position;
    trigger(stage, 'LookAt', { Object: tag, Point: at(x + 5, y, z) });
    expect(axisOf(stage, tag, 0, 0, -1)).toEqual(near(at(1, 0, 0)));
  });

  test.each([
    ['its own place', { Point: at(1, 2, 3) }],
    ['what is not there', { Target: 'ghost' }],
  ])('at %s changes nothing', (_, values) => {
    const stage = createHeroStage();
    stage.lone.node.rotation.set(0.1, 0.2, 0.3);
    trigger(stage, 'LookAt', { Object: 'lone', ...(values as Record<string, Json>) });
    expect(stage.lone.node.rotation.toArray()).toEqual([0.1, 0.2, 0.3, 'XYZ']);
    expect(stage.messages().at(-1)).toBe('Out');
  });
});

describe('MoveTowards', () => {
  /** `lone`, at (1, 2, 3), has 5 metres to go. */
  const moving = (MaxStep: number, ticks: number) => {
    const stage = createHeroStage();
    stage.run(
      sketch(
        {
          frame: 'OnNewFrame',
          node: ['MoveTowards', { Object: 'lone', Target: at(1, 2, 8), MaxStep }],
          reached: ['LogConsole', { Message: 'Reached' }],
        },
        ['frame.Out > node.In', 'node.Reached > reached.In'],
      ),
    );
    stage.step(ticks);
    return stage;
  };

  test('goes MaxStep metres at each trigger', () => {
    const stage = moving(0.05, 20);
    expect(positionOf(stage.lone, 'world')).toEqual(near(at(1, 2, 4)));
    expect(stage.port('node.out.Remaining')).toBeCloseTo(4);
    expect(stage.messages()).toEqual([]);
  });

  test('arrives exactly, then says so at every trigger', () => {
    const stage = moving(0.1, 49);
    expect(stage.messages()).toEqual([]);
    expect(stage.port('node.out.Remaining')).toBeCloseTo(0.1);
    stage.step();
    expect(positionOf(stage.lone, 'world')).toEqual(at(1, 2, 8));
    expect(stage.port('node.out.Remaining')).toBe(0);
    expect(stage.messages()).toEqual(['Reached']);
    stage.step();
    expect(stage.messages()).toEqual(['Reached', 'Reached']);
  });

  test('stays where it is when MaxStep is negative', () => {
    expect(positionOf(moving(-1, 5).lone, 'world')).toEqual(at(1, 2, 3));
  });

  test('fires Out, then Reached', () => {
    const stage = createHeroStage();
    trigger(stage, 'MoveTowards', { Object: 'lone', Target: at(1, 2, 3) });
    expect(stage.messages()).toEqual(['Out', 'Reached']);
  });
});

test.each(['SetPosition', 'SetRotation', 'SetScale', 'Translate', 'Rotate', 'LookAt', 'MoveTowards'])(
  '%s of an object that is not there warns of it, and fires Out only',
  (category) => {
    const stage = createHeroStage();
    trigger(stage, category, { Object: 'ghost' });
    expect(stage.data('console.log')).toEqual([
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

test('what MoveTowards put out stays when its object goes', () => {
  const stage = createHeroStage();
  stage.run(
    sketch({ frame: 'OnNewFrame', node: ['MoveTowards', { Object: 'lone', MaxStep: 0 }] }, [
      'frame.Out > node.In',
    ]),
  );
  stage.step();
  const before = stage.port('node.out.Remaining');
  expect(before).toBeGreaterThan(0);
  stage.scene.destroy(stage.lone);
  stage.step();
  expect(stage.port('node.out.Remaining')).toBe(before);
});

test('an object can be chosen by a text that flows', () => {
  const stage = createHeroStage();
  stage.put({ id: 'who', name: 'who', type: 'String', value: 'lone' });
  stage.run(
    sketch(
      {
        start: 'Start',
        who: ['GetVariable', { Variable: 'who' }],
        node: ['SetScale', { Scale: at(2, 2, 2) }],
      },
      ['start.Out > node.In', 'who.Value > node.Object'],
    ),
  );
  stage.step();
  expect(scaleOf(stage.lone)).toEqual(at(2, 2, 2));
});
