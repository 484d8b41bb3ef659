import { describe, expect, test } from 'vitest';
import { createStage as createAnyStage, say, sketch } from '../../engine/testing.ts';
import { positionOf } from '../../scene/transform.ts';
import type { Json, Vector3 } from '#spec/values.ts';

const at = (x: number, y = 0, z = 0): Vector3 => ({ x, y, z });

/** A scene with the dynamic ball `ball` of 2 kg and 1 m across at the origin, which nothing pulls. */
const createStage = () => {
  const stage = createAnyStage();
  const { scene } = stage;
  const act = (action: string, parameters: object) =>
    stage.execute('action.run', { action, parameters: { ...parameters } }).result;
  const spawn = (tag: string, position: Vector3, shape = 'sphere', isTrigger = false): void => {
    scene.spawn({ type: 'Empty' }, { tag, position });
    act('physics.setCollider', { object: tag, shape, isTrigger });
  };
  act('physics.setGravity', { gravity: at(0) });
  spawn('ball', at(0));
  act('physics.setBody', { object: 'ball', type: 'dynamic', mass: 2 });
  return {
    ...stage,
    act,
    spawn,
    where: (tag: string) => positionOf(scene.get(tag), 'world'),
    velocity: (tag = 'ball') => act('physics.getVelocity', { object: tag }) as unknown as Velocity,
  };
};

interface Velocity {
  readonly linear: Vector3;
  readonly angular: Vector3;
}

type Stage = ReturnType<typeof createStage>;

let graphs = 0;

/** Triggers a node in the first frame; Out is written to the console. */
const trigger = (stage: Stage, category: string, values: Record<string, Json>): readonly unknown[] => {
  graphs += 1;
  stage.run(
    sketch(
      { start: 'Start', node: [category, values], out: say('Out') },
      ['start.Out > node.In', 'node.Out > out.In'],
      { graphId: `graph ${graphs}` },
    ),
  );
  stage.step();
  return stage.messages();
};

/** What a pure node yields in the next frame. */
const read = (
  stage: Stage,
  category: string,
  values: Record<string, Json>,
  output: string,
): Json | undefined => {
  graphs += 1;
  const graphId = `graph ${graphs}`;
  stage.run(
    sketch(
      { frame: 'OnNewFrame', node: [category, values], watch: 'Watch' },
      ['frame.Out > watch.In', `node.${output} > watch.Value`],
      { graphId },
    ),
  );
  stage.step();
  return stage.port('watch.in.Value', graphId);
};

const step = 1 / 60;

describe('nodes that push', () => {
  test.each([
    ['ApplyForce', { Force: at(6) }, at(3 * step), at(0)],
    ['ApplyForce', { Force: at(6), Mode: 'Acceleration' }, at(6 * step), at(0)],
    ['ApplyForce', { Force: at(6), AtPoint: at(0, 0.5) }, at(3 * step), at(0, 0, -(3 / 0.2) * step)],
    ['ApplyImpulse', { Impulse: at(0, 4) }, at(0, 2), at(0)],
    ['ApplyTorque', { Torque: at(0, 60), Mode: 'Acceleration' }, at(0), at(0, (Math.PI / 3) * step)],
    ['ApplyTorque', { Torque: at(0, 0.2) }, at(0), at(0, step)],
    ['SetVelocity', { Linear: at(3) }, at(3), at(0)],
    ['SetVelocity', { Angular: at(0, 90) }, at(0), at(0, Math.PI / 2)],
  ] as const)(
    '%s %o changes velocities as mechanics has it, and fires Out',
    (category, values, linear, angular) => {
      const stage = createStage();
      expect(trigger(stage, category, { Object: 'ball', ...values })).toEqual(['Out']);
      const now = stage.velocity();
      const inDegrees = 180 / Math.PI;
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(now.linear[axis]).toBeCloseTo(linear[axis], 4);
        expect(now.angular[axis]).toBeCloseTo(angular[axis] * inDegrees, 2);
      }
    },
  );

  test('SetVelocity leaves the angular velocity as it is unless it is told one', () => {
    const stage = createStage();
    stage.act('physics.setAngularVelocity', { object: 'ball', velocity: at(0, 60) });
    trigger(stage, 'SetVelocity', { Object: 'ball', Linear: at(1) });
    expect(stage.velocity().angular.y).toBeCloseTo(60, 2);
  });

  test.each(['ApplyForce', 'ApplyImpulse', 'ApplyTorque', 'SetVelocity'])(
    '%s warns and fires Out where there is nothing to push',
    (category) => {
      const stage = createStage();
      stage.spawn('wall', at(9));
      expect(trigger(stage, category, { Object: 'wall' })).toEqual([
        "The object 'wall' has no body; physics.setBody gives it one.",
        'Out',
      ]);
      expect(trigger(stage, category, { Object: 'nobody' }).slice(2)).toEqual([
        'No scene object has the tag "nobody".',
        'Out',
      ]);
    },
  );
});

test('SetGravity pulls from then on, as on Earth unless it is told otherwise', () => {
  const stage = createStage();
  trigger(stage, 'SetGravity', {});
  expect(stage.act('physics.getGravity', {})).toEqual({ gravity: at(0, -9.81) });
  trigger(stage, 'SetGravity', { Gravity: at(0, 0, 5) });
  stage.step(59);
  expect(stage.where('ball').z).toBeGreaterThan(2.4);
});

test('SetBodyType makes a body another one, takes it away, and gives one', () => {
  const stage = createStage();
  const types = ['Kinematic', 'Static', 'None', 'Dynamic'].map((Type) => {
    trigger(stage, 'SetBodyType', { Object: 'ball', Type });
    return stage.scene.get('ball').parts.get('RigidBody')?.values.type;
  });
  expect(types).toEqual(['kinematic', 'static', undefined, 'dynamic']);
  trigger(stage, 'SetBodyType', { Object: 'ball' });
  expect(stage.scene.get('ball').parts.get('RigidBody')?.values).toMatchObject({ type: 'dynamic', mass: 1 });
});

describe('GetVelocity', () => {
  test('yields both velocities and the speed', () => {
    const stage = createStage();
    stage.act('physics.setVelocity', { object: 'ball', velocity: at(3, 4) });
    stage.act('physics.setAngularVelocity', { object: 'ball', velocity: at(0, 45) });
    expect(read(stage, 'GetVelocity', { Object: 'ball' }, 'Linear')).toEqual(at(3, 4));
    expect(read(stage, 'GetVelocity', { Object: 'ball' }, 'Angular')).toMatchObject({
      y: expect.closeTo(45, 3),
    });
    expect(read(stage, 'GetVelocity', { Object: 'ball' }, 'Speed')).toBe(5);
  });

  test('yields zeros, with a warning, where there is no body', () => {
    const stage = createStage();
    expect(read(stage, 'GetVelocity', { Object: 'main-light' }, 'Linear') ?? at(0)).toEqual(at(0));
    expect(stage.messages()).toEqual(["The object 'main-light' has no body; physics.setBody gives it one."]);
  });
});

describe('Raycast', () => {
  const down = { Origin: at(0, 5) };

  test('yields the nearest hit', () => {
    const stage = createStage();
    const all = (output: string, values: Record<string, Json> = down) =>
      read(stage, 'Raycast', values, output) ?? null;
    expect(all('Hit')).toBe(true);
    expect(all('Object')).toBe('ball');
    expect(all('Point')).toMatchObject({ y: expect.closeTo(0.5, 5) });
    expect(all('Normal')).toMatchObject({ y: expect.closeTo(1, 5) });
    expect(all('Distance')).toBeCloseTo(4.5, 5);
    expect(all('Hit', { ...down, MaxDistance: 4.4 })).toBe(false);
    expect(all('Object', { ...down, Layer: 'UI' })).toBe('');
    stage.act('scene.objects.setLayer', { object: 'ball', layer: 'UI', includeChildren: false });
    expect(all('Object', { ...down, Layer: 'UI' })).toBe('ball');
    expect(stage.messages()).toEqual([]);
  });

  test('meets nothing, with a warning, without a direction', () => {
    const stage = createStage();
    expect(read(stage, 'Raycast', { ...down, Direction: at(0) }, 'Hit') ?? false).toBe(false);
    expect(stage.messages()).toEqual(["'direction' has no length, so that it points nowhere."]);
  });
});

test('OverlapSphere yields what is there in the same frame', () => {
  const stage = createStage();
  stage.spawn('wall', at(3), 'box');
  expect(read(stage, 'OverlapSphere', { Radius: 0.1 }, 'Objects')).toEqual(['ball']);
  expect(read(stage, 'OverlapSphere', { Radius: 5 }, 'Objects')).toEqual(['ball', 'wall']);
  expect(read(stage, 'OverlapSphere', { Radius: 5 }, 'Count')).toBe(2);
  stage.run(
    sketch(
      {
        frame: 'Start',
        move: ['SetPosition', { Object: 'wall', Position: at(20) }],
        near: ['OverlapSphere', { Center: at(20) }],
        watch: 'Watch',
      },
      ['frame.Out > move.In', 'move.Out > watch.In', 'near.Objects > watch.Value'],
    ),
  );
  stage.step();
  expect(stage.port('watch.in.Value')).toEqual(['wall']);
});

/** Says who is touched by an object, and after which frame. */
const listening = (object: string, Phase: string, graphId = Phase) =>
  sketch(
    {
      touch: ['OnCollision', { Object: object, Phase }],
      frame: 'OnNewFrame',
      text: ['FormatText', { Template: `${Phase} {0} {1}` }],
      log: 'LogConsole',
    },
    ['touch.Out > log.In', 'touch.Other > text.Arg0', 'frame.Frame > text.Arg1', 'text.Result > log.Message'],
    { graphId },
  );

describe('OnCollision', () => {
  test('tells when things begin and cease to touch, in the frame after the step, and in every one between', () => {
    const stage = createStage();
    stage.spawn('wall', at(1.2), 'box');
    stage.run(...['Enter', 'Stay', 'Exit'].map((phase) => listening('ball', phase)));
    stage.act('physics.setMaterial', { object: 'wall', bounciness: 1 });
    stage.act('physics.setMaterial', { object: 'ball', bounciness: 1 });
    stage.act('physics.setVelocity', { object: 'ball', velocity: at(6) });
    stage.step(20);
    const told = stage.messages().map((message) => String(message));
    expect(told[0]).toMatch(/^Enter wall [34]/);
    expect(told.filter((line) => line.startsWith('Enter'))).toHaveLength(1);
    expect(told.filter((line) => line.startsWith('Exit'))).toHaveLength(1);
    expect(told.filter((line) => line.startsWith('Stay')).length).toBeGreaterThan(0);
  });

  test('tells where and how hard', () => {
    const stage = createStage();
    stage.spawn('wall', at(1.2), 'box');
    stage.run(
      sketch({ touch: ['OnCollision', { Object: 'wall' }], point: 'Watch', impulse: 'Watch' }, [
        'touch.Out > point.In',
        'touch.Point > point.Value',
        'touch.Out > impulse.In',
        'touch.Impulse > impulse.Value',
      ]),
    );
    stage.act('physics.setVelocity', { object: 'ball', velocity: at(6) });
    stage.step(20);
    expect(stage.port('point.in.Value')).toMatchObject({ x: expect.closeTo(0.7, 1) });
    expect(stage.port('impulse.in.Value')).toBeGreaterThan(0);
    expect(stage.port('touch.out.Other')).toBe('ball');
  });

  test('tells of what enters and leaves a trigger, once for each, the oldest first', () => {
    const stage = createStage();
    stage.spawn('zone', at(3), 'box', true);
    stage.spawn('second', at(0, 0, 0.2));
    stage.act('physics.setBody', { object: 'second', type: 'kinematic' });
    stage.run(listening('zone', 'Enter'), listening('zone', 'Exit'));
    stage.act('transform.setPosition', { object: 'second', position: at(3), space: 'world' });
    stage.act('transform.setPosition', { object: 'ball', position: at(3.1), space: 'world' });
    stage.step(2);
    expect(stage.messages()).toEqual(['Enter ball 1', 'Enter second 1']);
    stage.act('scene.objects.destroy', { object: 'second', delay: 0 });
    stage.step(2);
    expect(stage.messages().slice(2)).toEqual(['Exit second 3']);
  });

  test('tells nobody of what other objects touch, and warns of an object that is not there', () => {
    const stage = createStage();
    stage.spawn('wall', at(0.5), 'box');
    stage.run(listening('main-light', 'Enter'), listening('nobody', 'Stay'));
    stage.step(5);
    expect(stage.messages()).toEqual(['No scene object has the tag "nobody".']);
  });
});
