import { describe, expect, test } from 'vitest';
import {
  createTestRuntime as createAnyStage,
  logNode,
  createTestGraph,
} from '../../engine/testing-runtime.ts';
import { getPosition } from '../../scene/object-transform.ts';
import type { Json, Vector3 } from '#spec/values.ts';

const createVector3 = (x: number, y = 0, z = 0): Vector3 => ({ x, y, z });

/** A scene with the dynamic ball `ball` of 2 kg and 1 m diameter at the origin, without gravity. */
const createBallScene = () => {
  const stage = createAnyStage();
  const { scene } = stage;
  const act = (action: string, parameters: object) =>
    stage.execute('action.run', { action, parameters: { ...parameters } }).result;
  const spawn = (tag: string, position: Vector3, shape = 'sphere', isTrigger = false): void => {
    scene.spawn({ type: 'Empty' }, { tag, position });
    act('physics.setCollider', { object: tag, shape, isTrigger });
  };
  act('physics.setGravity', { gravity: createVector3(0) });
  spawn('ball', createVector3(0));
  act('physics.setBody', { object: 'ball', type: 'dynamic', mass: 2 });
  return {
    ...stage,
    act,
    spawn,
    where: (tag: string) => getPosition(scene.get(tag), 'world'),
    velocity: (tag = 'ball') => act('physics.getVelocity', { object: tag }) as unknown as Velocity,
  };
};

interface Velocity {
  readonly linear: Vector3;
  readonly angular: Vector3;
}

type BallScene = ReturnType<typeof createBallScene>;

let graphs = 0;

/** Triggers a node in the first frame; Out is written to the console. */
const runNode = (stage: BallScene, category: string, values: Record<string, Json>): readonly unknown[] => {
  graphs += 1;
  stage.run(
    createTestGraph(
      { start: 'Start', node: [category, values], out: logNode('Out') },
      ['start.Out > node.In', 'node.Out > out.In'],
      { graphId: `graph ${graphs}` },
    ),
  );
  stage.step();
  return stage.messages();
};

/** Returns what a pure node outputs in the next frame. */
const evaluateNode = (
  stage: BallScene,
  category: string,
  values: Record<string, Json>,
  output: string,
): Json | undefined => {
  graphs += 1;
  const graphId = `graph ${graphs}`;
  stage.run(
    createTestGraph(
      { frame: 'OnNewFrame', node: [category, values], watch: 'Watch' },
      ['frame.Out > watch.In', `node.${output} > watch.Value`],
      { graphId },
    ),
  );
  stage.step();
  return stage.port('watch.in.Value', graphId);
};

const step = 1 / 60;

describe('nodes that apply forces', () => {
  test.each([
    ['ApplyForce', { Force: createVector3(6) }, createVector3(3 * step), createVector3(0)],
    [
      'ApplyForce',
      { Force: createVector3(6), Mode: 'Acceleration' },
      createVector3(6 * step),
      createVector3(0),
    ],
    [
      'ApplyForce',
      { Force: createVector3(6), AtPoint: createVector3(0, 0.5) },
      createVector3(3 * step),
      createVector3(0, 0, -(3 / 0.2) * step),
    ],
    ['ApplyImpulse', { Impulse: createVector3(0, 4) }, createVector3(0, 2), createVector3(0)],
    [
      'ApplyTorque',
      { Torque: createVector3(0, 60), Mode: 'Acceleration' },
      createVector3(0),
      createVector3(0, (Math.PI / 3) * step),
    ],
    ['ApplyTorque', { Torque: createVector3(0, 0.2) }, createVector3(0), createVector3(0, step)],
    ['SetVelocity', { Linear: createVector3(3) }, createVector3(3), createVector3(0)],
    ['SetVelocity', { Angular: createVector3(0, 90) }, createVector3(0), createVector3(0, Math.PI / 2)],
  ] as const)(
    '%s %o changes velocities according to mechanics, and fires Out',
    (category, values, linear, angular) => {
      const stage = createBallScene();
      expect(runNode(stage, category, { Object: 'ball', ...values })).toEqual(['Out']);
      const now = stage.velocity();
      const inDegrees = 180 / Math.PI;
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(now.linear[axis]).toBeCloseTo(linear[axis], 4);
        expect(now.angular[axis]).toBeCloseTo(angular[axis] * inDegrees, 2);
      }
    },
  );

  test('SetVelocity leaves the angular velocity unchanged by default', () => {
    const stage = createBallScene();
    stage.act('physics.setAngularVelocity', { object: 'ball', velocity: createVector3(0, 60) });
    runNode(stage, 'SetVelocity', { Object: 'ball', Linear: createVector3(1) });
    expect(stage.velocity().angular.y).toBeCloseTo(60, 2);
  });

  test.each(['ApplyForce', 'ApplyImpulse', 'ApplyTorque', 'SetVelocity'])(
    '%s warns and fires Out when there is no body to push',
    (category) => {
      const stage = createBallScene();
      stage.spawn('wall', createVector3(9));
      expect(runNode(stage, category, { Object: 'wall' })).toEqual([
        "The object 'wall' has no body. Use physics.setBody to add one.",
        'Out',
      ]);
      expect(runNode(stage, category, { Object: 'nobody' }).slice(2)).toEqual([
        'No scene object has the tag "nobody".',
        'Out',
      ]);
    },
  );
});

test('SetGravity takes effect at once, with the gravity of the Earth by default', () => {
  const stage = createBallScene();
  runNode(stage, 'SetGravity', {});
  expect(stage.act('physics.getGravity', {})).toEqual({ gravity: createVector3(0, -9.81) });
  runNode(stage, 'SetGravity', { Gravity: createVector3(0, 0, 5) });
  stage.step(59);
  expect(stage.where('ball').z).toBeGreaterThan(2.4);
});

test('SetBodyType changes, removes and adds a body', () => {
  const stage = createBallScene();
  const types = ['Kinematic', 'Static', 'None', 'Dynamic'].map((Type) => {
    runNode(stage, 'SetBodyType', { Object: 'ball', Type });
    return stage.scene.get('ball').components.get('RigidBody')?.values.type;
  });
  expect(types).toEqual(['kinematic', 'static', undefined, 'dynamic']);
  runNode(stage, 'SetBodyType', { Object: 'ball' });
  expect(stage.scene.get('ball').components.get('RigidBody')?.values).toMatchObject({
    type: 'dynamic',
    mass: 1,
  });
});

describe('GetVelocity', () => {
  test('outputs both velocities and the speed', () => {
    const stage = createBallScene();
    stage.act('physics.setVelocity', { object: 'ball', velocity: createVector3(3, 4) });
    stage.act('physics.setAngularVelocity', { object: 'ball', velocity: createVector3(0, 45) });
    expect(evaluateNode(stage, 'GetVelocity', { Object: 'ball' }, 'Linear')).toEqual(createVector3(3, 4));
    expect(evaluateNode(stage, 'GetVelocity', { Object: 'ball' }, 'Angular')).toMatchObject({
      y: expect.closeTo(45, 3),
    });
    expect(evaluateNode(stage, 'GetVelocity', { Object: 'ball' }, 'Speed')).toBe(5);
  });

  test('outputs zeros, with a warning, when there is no body', () => {
    const stage = createBallScene();
    expect(
      evaluateNode(stage, 'GetVelocity', { Object: 'main-light' }, 'Linear') ?? createVector3(0),
    ).toEqual(createVector3(0));
    expect(stage.messages()).toEqual([
      "The object 'main-light' has no body. Use physics.setBody to add one.",
    ]);
  });
});

describe('Raycast', () => {
  const down = { Origin: createVector3(0, 5) };

  test('outputs the nearest hit', () => {
    const stage = createBallScene();
    const all = (output: string, values: Record<string, Json> = down) =>
      evaluateNode(stage, 'Raycast', values, output) ?? null;
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

  test('finds nothing, with a warning, without a direction', () => {
    const stage = createBallScene();
    expect(evaluateNode(stage, 'Raycast', { ...down, Direction: createVector3(0) }, 'Hit') ?? false).toBe(
      false,
    );
    expect(stage.messages()).toEqual(["'direction' has length 0 and therefore no direction."]);
  });
});

test('OverlapSphere outputs what is there in the same frame', () => {
  const stage = createBallScene();
  stage.spawn('wall', createVector3(3), 'box');
  expect(evaluateNode(stage, 'OverlapSphere', { Radius: 0.1 }, 'Objects')).toEqual(['ball']);
  expect(evaluateNode(stage, 'OverlapSphere', { Radius: 5 }, 'Objects')).toEqual(['ball', 'wall']);
  expect(evaluateNode(stage, 'OverlapSphere', { Radius: 5 }, 'Count')).toBe(2);
  stage.run(
    createTestGraph(
      {
        frame: 'Start',
        move: ['SetPosition', { Object: 'wall', Position: createVector3(20) }],
        near: ['OverlapSphere', { Center: createVector3(20) }],
        watch: 'Watch',
      },
      ['frame.Out > move.In', 'move.Out > watch.In', 'near.Objects > watch.Value'],
    ),
  );
  stage.step();
  expect(stage.port('watch.in.Value')).toEqual(['wall']);
});

/** Logs what an object touches, and in which frame. */
const createCollisionGraph = (object: string, Phase: string, graphId = Phase) =>
  createTestGraph(
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
  test('reports the begin and end of a contact in the frame after the step, and Stay in every frame between', () => {
    const stage = createBallScene();
    stage.spawn('wall', createVector3(1.2), 'box');
    stage.run(...['Enter', 'Stay', 'Exit'].map((phase) => createCollisionGraph('ball', phase)));
    stage.act('physics.setMaterial', { object: 'wall', bounciness: 1 });
    stage.act('physics.setMaterial', { object: 'ball', bounciness: 1 });
    stage.act('physics.setVelocity', { object: 'ball', velocity: createVector3(6) });
    stage.step(20);
    const told = stage.messages().map((message) => String(message));
    expect(told[0]).toMatch(/^Enter wall [34]/);
    expect(told.filter((line) => line.startsWith('Enter'))).toHaveLength(1);
    expect(told.filter((line) => line.startsWith('Exit'))).toHaveLength(1);
    expect(told.filter((line) => line.startsWith('Stay')).length).toBeGreaterThan(0);
  });

  test('outputs the point and the impulse', () => {
    const stage = createBallScene();
    stage.spawn('wall', createVector3(1.2), 'box');
    stage.run(
      createTestGraph({ touch: ['OnCollision', { Object: 'wall' }], point: 'Watch', impulse: 'Watch' }, [
        'touch.Out > point.In',
        'touch.Point > point.Value',
        'touch.Out > impulse.In',
        'touch.Impulse > impulse.Value',
      ]),
    );
    stage.act('physics.setVelocity', { object: 'ball', velocity: createVector3(6) });
    stage.step(20);
    expect(stage.port('point.in.Value')).toMatchObject({ x: expect.closeTo(0.7, 1) });
    expect(stage.port('impulse.in.Value')).toBeGreaterThan(0);
    expect(stage.port('touch.out.Other')).toBe('ball');
  });

  test('reports what enters and leaves a trigger, once for each, the oldest first', () => {
    const stage = createBallScene();
    stage.spawn('zone', createVector3(3), 'box', true);
    stage.spawn('second', createVector3(0, 0, 0.2));
    stage.act('physics.setBody', { object: 'second', type: 'kinematic' });
    stage.run(createCollisionGraph('zone', 'Enter'), createCollisionGraph('zone', 'Exit'));
    stage.act('transform.setPosition', { object: 'second', position: createVector3(3), space: 'world' });
    stage.act('transform.setPosition', { object: 'ball', position: createVector3(3.1), space: 'world' });
    stage.step(2);
    expect(stage.messages()).toEqual(['Enter ball 1', 'Enter second 1']);
    stage.act('scene.objects.destroy', { object: 'second', delay: 0 });
    stage.step(2);
    expect(stage.messages().slice(2)).toEqual(['Exit second 3']);
  });

  test('ignores contacts of other objects, and warns of an object that does not exist', () => {
    const stage = createBallScene();
    stage.spawn('wall', createVector3(0.5), 'box');
    stage.run(createCollisionGraph('main-light', 'Enter'), createCollisionGraph('nobody', 'Stay'));
    stage.step(5);
    expect(stage.messages()).toEqual(['No scene object has the tag "nobody".']);
  });
});
