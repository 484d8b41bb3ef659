import { describe, expect, test } from 'vitest';
import {
  createTestRuntime as createAnyStage,
  logNode,
  createTestGraph,
} from '../../engine/testing-runtime.ts';
import { getPosition } from '../../scene/object-transform.ts';
import type { Json, Vector3 } from '#spec/values.ts';

const createVector3 = (x: number, y = 0, z = 0): Vector3 => ({ x, y, z });

/** Creates a scene without gravity, with the dynamic ball `ball` of 2 kg and 1 m diameter at the origin. */
const createBallScene = () => {
  const runtime = createAnyStage();
  const { scene } = runtime;
  const act = (action: string, parameters: object) =>
    runtime.execute('action.run', { action, parameters: { ...parameters } }).result;
  const spawn = (tag: string, position: Vector3, shape = 'sphere', isTrigger = false): void => {
    scene.spawn({ type: 'Empty' }, { tag, position });
    act('physics.setCollider', { object: tag, shape, isTrigger });
  };
  act('physics.setGravity', { gravity: createVector3(0) });
  spawn('ball', createVector3(0));
  act('physics.setBody', { object: 'ball', type: 'dynamic', mass: 2 });
  return {
    ...runtime,
    act,
    spawn,
    getPosition: (tag: string) => getPosition(scene.get(tag), 'world'),
    velocity: (tag = 'ball') => act('physics.getVelocity', { object: tag }) as unknown as Velocity,
  };
};

interface Velocity {
  readonly linear: Vector3;
  readonly angular: Vector3;
}

type BallScene = ReturnType<typeof createBallScene>;

let graphs = 0;

/** Triggers a node in the first frame. The output Out is written to the console. */
const runNode = (runtime: BallScene, category: string, values: Record<string, Json>): readonly unknown[] => {
  graphs += 1;
  runtime.run(
    createTestGraph(
      { start: 'Start', node: [category, values], out: logNode('Out') },
      ['start.Out > node.In', 'node.Out > out.In'],
      { graphId: `graph ${graphs}` },
    ),
  );
  runtime.step();
  return runtime.messages();
};

/** Returns the output of a pure node in the next frame. */
const evaluateNode = (
  runtime: BallScene,
  category: string,
  values: Record<string, Json>,
  output: string,
): Json | undefined => {
  graphs += 1;
  const graphId = `graph ${graphs}`;
  runtime.run(
    createTestGraph(
      { frame: 'OnNewFrame', node: [category, values], watch: 'Watch' },
      ['frame.Out > watch.In', `node.${output} > watch.Value`],
      { graphId },
    ),
  );
  runtime.step();
  return runtime.port('watch.in.Value', graphId);
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
      const runtime = createBallScene();
      expect(runNode(runtime, category, { Object: 'ball', ...values })).toEqual(['Out']);
      const now = runtime.velocity();
      const inDegrees = 180 / Math.PI;
      for (const axis of ['x', 'y', 'z'] as const) {
        expect(now.linear[axis]).toBeCloseTo(linear[axis], 4);
        expect(now.angular[axis]).toBeCloseTo(angular[axis] * inDegrees, 2);
      }
    },
  );

  test('SetVelocity leaves the angular velocity unchanged by default', () => {
    const runtime = createBallScene();
    runtime.act('physics.setAngularVelocity', { object: 'ball', velocity: createVector3(0, 60) });
    runNode(runtime, 'SetVelocity', { Object: 'ball', Linear: createVector3(1) });
    expect(runtime.velocity().angular.y).toBeCloseTo(60, 2);
  });

  test.each(['ApplyForce', 'ApplyImpulse', 'ApplyTorque', 'SetVelocity'])(
    '%s warns and fires Out when there is no body to push',
    (category) => {
      const runtime = createBallScene();
      runtime.spawn('wall', createVector3(9));
      expect(runNode(runtime, category, { Object: 'wall' })).toEqual([
        "The object 'wall' has no body. Use physics.setBody to add one.",
        'Out',
      ]);
      expect(runNode(runtime, category, { Object: 'nobody' }).slice(2)).toEqual([
        'No scene object has the tag "nobody".',
        'Out',
      ]);
    },
  );
});

test('SetGravity takes effect at once, with the gravity of the Earth by default', () => {
  const runtime = createBallScene();
  runNode(runtime, 'SetGravity', {});
  expect(runtime.act('physics.getGravity', {})).toEqual({ gravity: createVector3(0, -9.81) });
  runNode(runtime, 'SetGravity', { Gravity: createVector3(0, 0, 5) });
  runtime.step(59);
  expect(runtime.getPosition('ball').z).toBeGreaterThan(2.4);
});

test('SetBodyType changes, removes and adds a body', () => {
  const runtime = createBallScene();
  const types = ['Kinematic', 'Static', 'None', 'Dynamic'].map((Type) => {
    runNode(runtime, 'SetBodyType', { Object: 'ball', Type });
    return runtime.scene.get('ball').components.get('RigidBody')?.values.type;
  });
  expect(types).toEqual(['kinematic', 'static', undefined, 'dynamic']);
  runNode(runtime, 'SetBodyType', { Object: 'ball' });
  expect(runtime.scene.get('ball').components.get('RigidBody')?.values).toMatchObject({
    type: 'dynamic',
    mass: 1,
  });
});

describe('GetVelocity', () => {
  test('outputs both velocities and the speed', () => {
    const runtime = createBallScene();
    runtime.act('physics.setVelocity', { object: 'ball', velocity: createVector3(3, 4) });
    runtime.act('physics.setAngularVelocity', { object: 'ball', velocity: createVector3(0, 45) });
    expect(evaluateNode(runtime, 'GetVelocity', { Object: 'ball' }, 'Linear')).toEqual(createVector3(3, 4));
    expect(evaluateNode(runtime, 'GetVelocity', { Object: 'ball' }, 'Angular')).toMatchObject({
      y: expect.closeTo(45, 3),
    });
    expect(evaluateNode(runtime, 'GetVelocity', { Object: 'ball' }, 'Speed')).toBe(5);
  });

  test('outputs zeros, with a warning, when there is no body', () => {
    const runtime = createBallScene();
    expect(
      evaluateNode(runtime, 'GetVelocity', { Object: 'main-light' }, 'Linear') ?? createVector3(0),
    ).toEqual(createVector3(0));
    expect(runtime.messages()).toEqual([
      "The object 'main-light' has no body. Use physics.setBody to add one.",
    ]);
  });
});

describe('Raycast', () => {
  const rayDown = { Origin: createVector3(0, 5) };

  test('outputs the nearest hit', () => {
    const runtime = createBallScene();
    const castRay = (output: string, values: Record<string, Json> = rayDown) =>
      evaluateNode(runtime, 'Raycast', values, output) ?? null;
    expect(castRay('Hit')).toBe(true);
    expect(castRay('Object')).toBe('ball');
    expect(castRay('Point')).toMatchObject({ y: expect.closeTo(0.5, 5) });
    expect(castRay('Normal')).toMatchObject({ y: expect.closeTo(1, 5) });
    expect(castRay('Distance')).toBeCloseTo(4.5, 5);
    expect(castRay('Hit', { ...rayDown, MaxDistance: 4.4 })).toBe(false);
    expect(castRay('Object', { ...rayDown, Layer: 'UI' })).toBe('');
    runtime.act('scene.objects.setLayer', { object: 'ball', layer: 'UI', includeChildren: false });
    expect(castRay('Object', { ...rayDown, Layer: 'UI' })).toBe('ball');
    expect(runtime.messages()).toEqual([]);
  });

  test('finds nothing, with a warning, without a direction', () => {
    const runtime = createBallScene();
    expect(
      evaluateNode(runtime, 'Raycast', { ...rayDown, Direction: createVector3(0) }, 'Hit') ?? false,
    ).toBe(false);
    expect(runtime.messages()).toEqual(["'direction' has length 0 and therefore no direction."]);
  });
});

test('OverlapSphere outputs what is there in the same frame', () => {
  const runtime = createBallScene();
  runtime.spawn('wall', createVector3(3), 'box');
  expect(evaluateNode(runtime, 'OverlapSphere', { Radius: 0.1 }, 'Objects')).toEqual(['ball']);
  expect(evaluateNode(runtime, 'OverlapSphere', { Radius: 5 }, 'Objects')).toEqual(['ball', 'wall']);
  expect(evaluateNode(runtime, 'OverlapSphere', { Radius: 5 }, 'Count')).toBe(2);
  runtime.run(
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
  runtime.step();
  expect(runtime.port('watch.in.Value')).toEqual(['wall']);
});

/** Creates a graph that logs what an object touches, and in which frame. */
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
    const runtime = createBallScene();
    runtime.spawn('wall', createVector3(1.2), 'box');
    runtime.run(...['Enter', 'Stay', 'Exit'].map((phase) => createCollisionGraph('ball', phase)));
    runtime.act('physics.setMaterial', { object: 'wall', bounciness: 1 });
    runtime.act('physics.setMaterial', { object: 'ball', bounciness: 1 });
    runtime.act('physics.setVelocity', { object: 'ball', velocity: createVector3(6) });
    runtime.step(20);
    const messages = runtime.messages().map((message) => String(message));
    expect(messages[0]).toMatch(/^Enter wall [34]/);
    expect(messages.filter((line) => line.startsWith('Enter'))).toHaveLength(1);
    expect(messages.filter((line) => line.startsWith('Exit'))).toHaveLength(1);
    expect(messages.filter((line) => line.startsWith('Stay')).length).toBeGreaterThan(0);
  });

  test('outputs the point and the impulse', () => {
    const runtime = createBallScene();
    runtime.spawn('wall', createVector3(1.2), 'box');
    runtime.run(
      createTestGraph({ touch: ['OnCollision', { Object: 'wall' }], point: 'Watch', impulse: 'Watch' }, [
        'touch.Out > point.In',
        'touch.Point > point.Value',
        'touch.Out > impulse.In',
        'touch.Impulse > impulse.Value',
      ]),
    );
    runtime.act('physics.setVelocity', { object: 'ball', velocity: createVector3(6) });
    runtime.step(20);
    expect(runtime.port('point.in.Value')).toMatchObject({ x: expect.closeTo(0.7, 1) });
    expect(runtime.port('impulse.in.Value')).toBeGreaterThan(0);
    expect(runtime.port('touch.out.Other')).toBe('ball');
  });

  test('reports what enters and leaves a trigger, once for each, the oldest first', () => {
    const runtime = createBallScene();
    runtime.spawn('zone', createVector3(3), 'box', true);
    runtime.spawn('second', createVector3(0, 0, 0.2));
    runtime.act('physics.setBody', { object: 'second', type: 'kinematic' });
    runtime.run(createCollisionGraph('zone', 'Enter'), createCollisionGraph('zone', 'Exit'));
    runtime.act('transform.setPosition', { object: 'second', position: createVector3(3), space: 'world' });
    runtime.act('transform.setPosition', { object: 'ball', position: createVector3(3.1), space: 'world' });
    runtime.step(2);
    expect(runtime.messages()).toEqual(['Enter ball 1', 'Enter second 1']);
    runtime.act('scene.objects.destroy', { object: 'second', delay: 0 });
    runtime.step(2);
    expect(runtime.messages().slice(2)).toEqual(['Exit second 3']);
  });

  test('ignores contacts of other objects, and warns of an object that does not exist', () => {
    const runtime = createBallScene();
    runtime.spawn('wall', createVector3(0.5), 'box');
    runtime.run(createCollisionGraph('main-light', 'Enter'), createCollisionGraph('nobody', 'Stay'));
    runtime.step(5);
    expect(runtime.messages()).toEqual(['No scene object has the tag "nobody".']);
  });
});
