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

/** A scene with the camera `eye` at (0, 2, 0), a cube 5 m in front of it, and a lamp. */
const createCameraScene = () => {
  const stage = createAnyStage();
  const { scene } = stage;
  const eye = scene.spawn(
    { type: 'Camera' },
    { tag: 'eye', position: createVector3(0, 2, 0), rotation: createVector3(0, 0, 30) },
  );
  const cube = scene.spawn({ type: 'Primitives/Cube' }, { tag: 'cube', position: createVector3(0, 2, -5) });
  const lamp = scene.spawn({ type: 'Lights/Point Light' }, { tag: 'lamp' });
  const act = (action: string, parameters: object) =>
    stage.execute('action.run', { action, parameters: { ...parameters } });
  return { ...stage, eye, cube, lamp, act };
};

type CameraScene = ReturnType<typeof createCameraScene>;

/** Triggers a node in the first frame; Out is written to the console. */
const runNode = (stage: CameraScene, category: string, values: Record<string, Json>): readonly unknown[] => {
  stage.run(
    createTestGraph(
      { start: 'Start', node: [category, values], out: logNode('Out') },
      ['start.Out > node.In', 'node.Out > out.In'],
      { graphId: `graph ${stage.messages().length}` },
    ),
  );
  stage.step();
  return stage.messages();
};

/** Returns what a pure node outputs in the next frame. */
const evaluateNode = (
  stage: CameraScene,
  category: string,
  values: Record<string, Json>,
  output: string,
): Json | undefined => {
  stage.run(
    createTestGraph(
      { frame: 'OnNewFrame', node: [category, values], watch: 'Watch' },
      ['frame.Out > watch.In', `node.${output} > watch.Value`],
      { graphId: `${category} ${output}` },
    ),
  );
  stage.step();
  return stage.port('watch.in.Value', `${category} ${output}`);
};

const getFov = (stage: CameraScene, tag: string) => stage.scene.get(tag).components.get('Camera')!.values.fov;

describe('GetActiveCamera', () => {
  test('outputs the main camera', () => {
    const stage = createCameraScene();
    const all = (output: string) => evaluateNode(stage, 'GetActiveCamera', {}, output);
    expect(['Camera', 'Position', 'Fov'].map(all)).toEqual(['main-camera', createVector3(0, 1, 10), 50]);
    stage.act('camera.setActive', { camera: 'eye', blend: 0 });
    stage.act('camera.set', { camera: 'eye', fov: 70 });
    expect(['Camera', 'Position', 'Rotation', 'Fov'].map(all)).toEqual([
      'eye',
      createVector3(0, 2, 0),
      createVector3(0, 0, 30),
      70,
    ]);
  });

  test('outputs an empty tag and zeros without a main camera', () => {
    const stage = createCameraScene();
    stage.scene.destroy(stage.scene.get('main-camera'));
    const all = (output: string) => evaluateNode(stage, 'GetActiveCamera', {}, output) ?? null;
    expect(['Camera', 'Position', 'Rotation', 'Fov'].map(all)).toEqual([
      '',
      createVector3(0),
      createVector3(0),
      0,
    ]);
  });
});

describe('SetActiveCamera', () => {
  test('makes a camera the main camera', () => {
    const stage = createCameraScene();
    expect(runNode(stage, 'SetActiveCamera', { Camera: 'eye' })).toEqual(['Out']);
    expect(stage.data('camera.changed')).toEqual([{ object: 'eye', camera: 'eye', previous: 'main-camera' }]);
  });

  test('changes nothing and warns when the object is not a camera', () => {
    const stage = createCameraScene();
    expect(runNode(stage, 'SetActiveCamera', { Camera: 'cube' })).toEqual([
      "The object 'cube' has no component 'Camera'.",
      'Out',
    ]);
    expect(stage.data('camera.changed')).toEqual([]);
  });
});

describe('SetCameraFov', () => {
  test.each([
    [{ Fov: 20 }, 20],
    [{}, 50],
  ])('with %j sets %d degrees', (values, expected) => {
    const stage = createCameraScene();
    stage.act('camera.set', { camera: 'eye', fov: 90 });
    expect(runNode(stage, 'SetCameraFov', { Camera: 'eye', ...values })).toEqual(['Out']);
    expect(getFov(stage, 'eye')).toBe(expected);
  });

  test('changes nothing and warns when the value is out of range', () => {
    const stage = createCameraScene();
    expect(runNode(stage, 'SetCameraFov', { Camera: 'eye', Fov: 180 })).toEqual([
      expect.stringContaining("'fov'"),
      'Out',
    ]);
    expect(getFov(stage, 'eye')).toBe(50);
  });
});

describe('CameraFollow', () => {
  const follow = (values: Record<string, Json>) => {
    const stage = createCameraScene();
    const messages = runNode(stage, 'CameraFollow', { Camera: 'eye', ...values });
    stage.cube.node.position.set(3, 3, 3);
    stage.step();
    return { messages, position: getPosition(stage.eye, 'world'), stage };
  };

  test('keeps a camera at its current distance, or at Offset', () => {
    expect(follow({ Target: 'cube' })).toMatchObject({ messages: ['Out'], position: createVector3(3, 3, 8) });
    expect(follow({ Target: 'cube', Offset: createVector3(1, 1, 1) })).toMatchObject({
      position: createVector3(4, 4, 4),
    });
  });

  test('lags by Damping', () => {
    const { position } = follow({ Target: 'cube', Damping: 1 });
    expect(position.x).toBeGreaterThan(0);
    expect(position.x).toBeLessThan(1);
  });

  test.each<Record<string, Json>>([{}, { Target: '' }])(
    'stops following when there is no target: %j',
    (values) => {
      const { stage } = follow({ Target: 'cube' });
      expect(runNode(stage, 'CameraFollow', { Camera: 'eye', ...values })).toEqual(['Out', 'Out']);
      stage.cube.node.position.set(9, 9, 9);
      stage.step();
      expect(getPosition(stage.eye, 'world')).toEqual(createVector3(3, 3, 8));
    },
  );

  test('changes nothing when the target does not exist', () => {
    expect(follow({ Target: 'ghost' })).toMatchObject({
      messages: ['No scene object has the tag "ghost".', 'Out'],
      position: createVector3(0, 2, 0),
    });
  });
});

describe('WorldToScreen', () => {
  const screen = (stage: CameraScene, values: Record<string, Json>) =>
    ['X', 'Y', 'IsVisible'].map((output) => evaluateNode(stage, 'WorldToScreen', values, output));

  test('outputs where a point is on the picture', () => {
    const stage = createCameraScene();
    expect(screen(stage, { Camera: 'eye', Point: createVector3(0, 2, -5) })).toEqual([0.5, 0.5, true]);
    expect(screen(stage, { Camera: 'eye', Point: createVector3(0, 2, 5) })).toEqual([0.5, 0.5, false]);
  });

  test('uses the main camera when none is chosen', () => {
    const stage = createCameraScene();
    expect(screen(stage, { Point: createVector3(0, 1, 0) })).toEqual([0.5, 0.5, true]);
  });

  test.each([
    ['eye is removed', 'ghost', 'No scene object has the tag "ghost".'],
    ['the object is not a camera', 'cube', 'The object "cube" has no camera.'],
    ['there is no main camera', '', 'There is no main camera.'],
  ])('yields zeros, with a warning, when %s', (_, Camera, message) => {
    const stage = createCameraScene();
    stage.scene.destroy(stage.scene.get('main-camera'));
    expect(screen(stage, { Camera, Point: createVector3(0, 1, 0) })).toEqual([0, 0, false]);
    expect(stage.messages()).toEqual([message, message, message]);
  });
});

describe('lights', () => {
  const intensityOf = ({ lamp }: CameraScene) => propertyAt(lightKind, 'intensity').read(lamp);

  test('SetLightColor colors a light', () => {
    const stage = createCameraScene();
    expect(runNode(stage, 'SetLightColor', { Light: 'lamp', Color: { r: 1, g: 0.5, b: 0, a: 0 } })).toEqual([
      'Out',
    ]);
    expect(propertyAt(lightKind, 'color').read(stage.lamp)).toEqual({ r: 1, g: 0.5, b: 0, a: 1 });
  });

  test.each([
    [{ Intensity: 0 }, 0],
    [{ Intensity: 2.5 }, 2.5],
    [{}, 1],
  ])('SetLightIntensity with %j makes it %d', (values, expected) => {
    const stage = createCameraScene();
    stage.act('light.setIntensity', { light: 'lamp', intensity: 7, time: 0 });
    expect(runNode(stage, 'SetLightIntensity', { Light: 'lamp', ...values })).toEqual(['Out']);
    expect(intensityOf(stage)).toBe(expected);
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
