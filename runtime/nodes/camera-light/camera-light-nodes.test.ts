import { describe, expect, test } from 'vitest';
import {
  createTestRuntime as createAnyStage,
  logNode,
  createTestGraph,
} from '../../engine/testing-runtime.ts';
import { lightComponent as lightKind } from '../../scene/components/light-component.ts';
import { getComponentProperty as propertyAt } from '../../scene/components/component-properties.ts';
import { getPosition } from '../../scene/object-transform.ts';
import type { Json } from '#spec/values.ts';

const createVector3 = (x: number, y = 0, z = 0) => ({ x, y, z });

/** Creates a scene with the camera `eye` at (0, 2, 0), a cube 5 m in front of the camera, and a lamp. */
const createCameraScene = () => {
  const runtime = createAnyStage();
  const { scene } = runtime;
  const eye = scene.spawn(
    { type: 'Camera' },
    { tag: 'eye', position: createVector3(0, 2, 0), rotation: createVector3(0, 0, 30) },
  );
  const cube = scene.spawn({ type: 'Primitives/Cube' }, { tag: 'cube', position: createVector3(0, 2, -5) });
  const lamp = scene.spawn({ type: 'Lights/Point Light' }, { tag: 'lamp' });
  const act = (action: string, parameters: object) =>
    runtime.execute('action.run', { action, parameters: { ...parameters } });
  return { ...runtime, eye, cube, lamp, act };
};

type CameraScene = ReturnType<typeof createCameraScene>;

/** Triggers a node in the first frame. The output Out is written to the console. */
const runNode = (
  runtime: CameraScene,
  category: string,
  values: Record<string, Json>,
): readonly unknown[] => {
  runtime.run(
    createTestGraph(
      { start: 'Start', node: [category, values], out: logNode('Out') },
      ['start.Out > node.In', 'node.Out > out.In'],
      { graphId: `graph ${runtime.messages().length}` },
    ),
  );
  runtime.step();
  return runtime.messages();
};

/** Returns the output of a pure node in the next frame. */
const evaluateNode = (
  runtime: CameraScene,
  category: string,
  values: Record<string, Json>,
  output: string,
): Json | undefined => {
  runtime.run(
    createTestGraph(
      { frame: 'OnNewFrame', node: [category, values], watch: 'Watch' },
      ['frame.Out > watch.In', `node.${output} > watch.Value`],
      { graphId: `${category} ${output}` },
    ),
  );
  runtime.step();
  return runtime.port('watch.in.Value', `${category} ${output}`);
};

const getFov = (runtime: CameraScene, tag: string) =>
  runtime.scene.get(tag).components.get('Camera')!.values.fov;

describe('GetActiveCamera', () => {
  test('outputs the main camera', () => {
    const runtime = createCameraScene();
    const evaluateOutput = (output: string) => evaluateNode(runtime, 'GetActiveCamera', {}, output);
    expect(['Camera', 'Position', 'Fov'].map(evaluateOutput)).toEqual([
      'main-camera',
      createVector3(0, 1, 10),
      50,
    ]);
    runtime.act('camera.setActive', { camera: 'eye', blend: 0 });
    runtime.act('camera.set', { camera: 'eye', fov: 70 });
    expect(['Camera', 'Position', 'Rotation', 'Fov'].map(evaluateOutput)).toEqual([
      'eye',
      createVector3(0, 2, 0),
      createVector3(0, 0, 30),
      70,
    ]);
  });

  test('outputs an empty tag and zeros without a main camera', () => {
    const runtime = createCameraScene();
    runtime.scene.destroy(runtime.scene.get('main-camera'));
    const evaluateOutput = (output: string) => evaluateNode(runtime, 'GetActiveCamera', {}, output) ?? null;
    expect(['Camera', 'Position', 'Rotation', 'Fov'].map(evaluateOutput)).toEqual([
      '',
      createVector3(0),
      createVector3(0),
      0,
    ]);
  });
});

describe('SetActiveCamera', () => {
  test('makes a camera the main camera', () => {
    const runtime = createCameraScene();
    expect(runNode(runtime, 'SetActiveCamera', { Camera: 'eye' })).toEqual(['Out']);
    expect(runtime.data('camera.changed')).toEqual([
      { object: 'eye', camera: 'eye', previous: 'main-camera' },
    ]);
  });

  test('changes nothing and warns when the object is not a camera', () => {
    const runtime = createCameraScene();
    expect(runNode(runtime, 'SetActiveCamera', { Camera: 'cube' })).toEqual([
      "The object 'cube' has no component 'Camera'.",
      'Out',
    ]);
    expect(runtime.data('camera.changed')).toEqual([]);
  });
});

describe('SetCameraFov', () => {
  test.each([
    [{ Fov: 20 }, 20],
    [{}, 50],
  ])('with %j sets %d degrees', (values, expected) => {
    const runtime = createCameraScene();
    runtime.act('camera.set', { camera: 'eye', fov: 90 });
    expect(runNode(runtime, 'SetCameraFov', { Camera: 'eye', ...values })).toEqual(['Out']);
    expect(getFov(runtime, 'eye')).toBe(expected);
  });

  test('changes nothing and warns when the value is out of range', () => {
    const runtime = createCameraScene();
    expect(runNode(runtime, 'SetCameraFov', { Camera: 'eye', Fov: 180 })).toEqual([
      expect.stringContaining("'fov'"),
      'Out',
    ]);
    expect(getFov(runtime, 'eye')).toBe(50);
  });
});

describe('CameraFollow', () => {
  const runFollow = (values: Record<string, Json>) => {
    const runtime = createCameraScene();
    const messages = runNode(runtime, 'CameraFollow', { Camera: 'eye', ...values });
    runtime.cube.node.position.set(3, 3, 3);
    runtime.step();
    return { messages, position: getPosition(runtime.eye, 'world'), runtime };
  };

  test('keeps a camera at its current distance, or at Offset', () => {
    expect(runFollow({ Target: 'cube' })).toMatchObject({
      messages: ['Out'],
      position: createVector3(3, 3, 8),
    });
    expect(runFollow({ Target: 'cube', Offset: createVector3(1, 1, 1) })).toMatchObject({
      position: createVector3(4, 4, 4),
    });
  });

  test('lags by Damping', () => {
    const { position } = runFollow({ Target: 'cube', Damping: 1 });
    expect(position.x).toBeGreaterThan(0);
    expect(position.x).toBeLessThan(1);
  });

  test.each<Record<string, Json>>([{}, { Target: '' }])(
    'stops following when there is no target: %j',
    (values) => {
      const { runtime } = runFollow({ Target: 'cube' });
      expect(runNode(runtime, 'CameraFollow', { Camera: 'eye', ...values })).toEqual(['Out', 'Out']);
      runtime.cube.node.position.set(9, 9, 9);
      runtime.step();
      expect(getPosition(runtime.eye, 'world')).toEqual(createVector3(3, 3, 8));
    },
  );

  test('changes nothing when the target does not exist', () => {
    expect(runFollow({ Target: 'ghost' })).toMatchObject({
      messages: ['No scene object has the tag "ghost".', 'Out'],
      position: createVector3(0, 2, 0),
    });
  });
});

describe('WorldToScreen', () => {
  const projectToScreen = (runtime: CameraScene, values: Record<string, Json>) =>
    ['X', 'Y', 'IsVisible'].map((output) => evaluateNode(runtime, 'WorldToScreen', values, output));

  test('outputs where a point is on the picture', () => {
    const runtime = createCameraScene();
    expect(projectToScreen(runtime, { Camera: 'eye', Point: createVector3(0, 2, -5) })).toEqual([
      0.5,
      0.5,
      true,
    ]);
    expect(projectToScreen(runtime, { Camera: 'eye', Point: createVector3(0, 2, 5) })).toEqual([
      0.5,
      0.5,
      false,
    ]);
  });

  test('uses the main camera when none is chosen', () => {
    const runtime = createCameraScene();
    expect(projectToScreen(runtime, { Point: createVector3(0, 1, 0) })).toEqual([0.5, 0.5, true]);
  });

  test.each([
    ['eye is removed', 'ghost', 'No scene object has the tag "ghost".'],
    ['the object is not a camera', 'cube', 'The object "cube" has no camera.'],
    ['there is no main camera', '', 'There is no main camera.'],
  ])('yields zeros, with a warning, when %s', (_, Camera, message) => {
    const runtime = createCameraScene();
    runtime.scene.destroy(runtime.scene.get('main-camera'));
    expect(projectToScreen(runtime, { Camera, Point: createVector3(0, 1, 0) })).toEqual([0, 0, false]);
    expect(runtime.messages()).toEqual([message, message, message]);
  });
});

describe('lights', () => {
  const readIntensity = ({ lamp }: CameraScene) => propertyAt(lightKind, 'intensity').read(lamp);

  test('SetLightColor colors a light', () => {
    const runtime = createCameraScene();
    expect(runNode(runtime, 'SetLightColor', { Light: 'lamp', Color: { r: 1, g: 0.5, b: 0, a: 0 } })).toEqual(
      ['Out'],
    );
    expect(propertyAt(lightKind, 'color').read(runtime.lamp)).toEqual({ r: 1, g: 0.5, b: 0, a: 1 });
  });

  test.each([
    [{ Intensity: 0 }, 0],
    [{ Intensity: 2.5 }, 2.5],
    [{}, 1],
  ])('SetLightIntensity with %j makes it %d', (values, expected) => {
    const runtime = createCameraScene();
    runtime.act('light.setIntensity', { light: 'lamp', intensity: 7, time: 0 });
    expect(runNode(runtime, 'SetLightIntensity', { Light: 'lamp', ...values })).toEqual(['Out']);
    expect(readIntensity(runtime)).toBe(expected);
  });

  test.each(['SetLightColor', 'SetLightIntensity'])(
    '%s changes nothing and warns when the object is not a light',
    (category) => {
      expect(runNode(createCameraScene(), category, { Light: 'cube' })).toEqual([
        "The object 'cube' has no component 'Light'.",
        'Out',
      ]);
    },
  );
});
