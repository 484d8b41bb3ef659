import { getAction } from '#spec/actions/find-action.ts';
import type { outputActions } from '#spec/actions/output.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { describe, expect, it } from 'vitest';
import { createTestGraph } from '../engine/testing-runtime.ts';
import { createRecordedTestRuntime, replayJournalText } from '../journal/testing-recorded-runtime.ts';
import { createRuntime } from '../runtime.ts';
import { createInProcessRenderer } from '../scene/rendering/in-process-renderer.ts';
import { decodePng } from '../shared/testing-decode-png.ts';
import type { z } from 'zod';
import type { SceneRenderer } from '../scene/rendering/scene-renderer.ts';

const createVector3 = (x: number, y = 0, z = 0) => ({ x, y, z });

type Capture = z.output<typeof outputActions.capture.result>['capture'];
type Data = Extract<Capture, { format: 'json' }>;

/**
 * Creates a scene whose camera is at the origin and sees 2 m up and down at a distance of 10 m. Pictures have 100 by
 * 100 pixels.
 */
const createOutputScene = (pictures: SceneRenderer = createInProcessRenderer()) => {
  const runtime = createRuntime({ now: () => new Date(0), pictures });
  const { scene } = runtime;
  const act = async (name: string, parameters: Record<string, unknown> = {}) => {
    const action = getAction(name);
    const response = await runtime.execute('action.run', {
      action: name,
      parameters: parseParameters(action, parameters),
    });
    return action.spec.result.strict().parse(response.result);
  };
  scene.spawn({ type: 'Camera' }, { tag: 'eye' });
  const cameraComponent = scene.get('eye').components.get('Camera')!;
  cameraComponent.write('projection', 'orthographic');
  cameraComponent.write('orthoSize', 2);
  cameraComponent.rebuild();
  const capture = async (parameters: Record<string, unknown> = {}): Promise<Capture> => {
    const { capture: image } = await act('output.capture', {
      ...{ camera: 'eye', width: 100, height: 100 },
      ...parameters,
    });
    return image as Capture;
  };
  const captureJson = async (parameters: Record<string, unknown> = {}) => (await capture(parameters)) as Data;
  const captureObject = async (tag: string, parameters: Record<string, unknown> = {}) =>
    (await captureJson(parameters)).objects.find(({ object }) => object === tag);
  return { ...runtime, act, capture, captureJson, captureObject };
};

describe('a capture as data', () => {
  it('describes each object with its position and its bounds on the picture', async () => {
    const { act, captureJson } = createOutputScene();
    await act('scene.spawn', { type: 'Empty', tag: 'arm', position: [1, 0, 0], rotation: [0, 0, 90] });
    await act('scene.spawn', {
      ...{ type: 'Primitives/Cube', tag: 'hand', name: 'Hand', parent: 'arm' },
      ...{ position: [0.5, 0, -10], scale: [1, 0.5, 1] },
    });
    await act('scene.setColor', { object: 'hand', color: [1, 0.5, 0] });
    const { objects, ...rest } = await captureJson();
    expect(rest).toEqual({
      ...{ format: 'json', width: 100, height: 100 },
      camera: {
        ...{ camera: 'eye', position: createVector3(0), rotation: createVector3(0) },
        ...{ projection: 'orthographic', fov: 50, orthoSize: 2, near: 0.1, far: 2000 },
      },
    });
    expect(objects.map(({ object }) => object)).toEqual(['main-camera', 'main-light', 'eye', 'arm', 'hand']);
    expect(objects[3]).toMatchObject({ type: 'Empty', visible: false, bounds: null, colors: [] });
    expect(objects[4]).toMatchObject({
      ...{
        name: 'Hand',
        type: 'Primitives/Cube',
        rotation: createVector3(0, 0, 90),
        scale: createVector3(1, 0.5, 1),
      },
      ...{ visible: true, colors: [{ r: 1, g: 0.5, b: 0, a: 1 }] },
    });
    const { position, bounds } = objects[4]!;
    expect([position.x, position.y, position.z].map((value) => value.toFixed(6))).toEqual([
      '1.000000',
      '0.500000',
      '-10.000000',
    ]);
    // a metre is 25 pixels; the upright cube is 0.5 m wide and 1 m high, and its center is at (1, 0.5)
    expect(Object.values(bounds!).map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
      68.75, 25, 81.25, 50,
    ]);
  });

  it('limits bounds to the picture, and clips what reaches behind the camera', async () => {
    const { act, captureObject } = createOutputScene();
    await act('scene.spawn', { type: 'Primitives/Cube', tag: 'wall', scale: 1000, position: [510, 0, 0] });
    expect(await captureObject('wall')).toMatchObject({ visible: false, bounds: null });
    await act('transform.setPosition', { object: 'wall', position: [501, 0, 0] });
    expect((await captureObject('wall'))?.bounds).toEqual({ left: 75, top: 0, right: 100, bottom: 100 });
    // a beam that passes below the camera starts at the edge of the picture
    await act('camera.set', { camera: 'eye', projection: 'perspective', fov: 90 });
    await act('components.refresh', { object: 'eye' });
    await act('scene.spawn', {
      ...{ type: 'Primitives/Cube', tag: 'beam', position: [0, -1, 0], scale: [1, 1, 20] },
    });
    const { top, bottom } = (await captureObject('beam'))!.bounds!;
    expect([top, bottom]).toEqual([expect.closeTo(52.5), 100]);
  });

  it.each([
    ['behind the camera', { position: [0, 0, 5] }],
    ['beside the picture', { position: [9, 0, -5] }],
    ['beyond the far plane', { position: [0, 0, -3000] }],
    ['not active', { position: [0, 0, -5], active: false }],
  ])('shows nothing that is %s', async (_, parameters) => {
    const { act, captureObject } = createOutputScene();
    await act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', ...parameters });
    expect(await captureObject('cube')).toMatchObject({ visible: false, bounds: null });
  });

  it('omits descendants of inactive objects, and objects without an enabled component', async () => {
    const { act, captureObject } = createOutputScene();
    await act('scene.spawn', { type: 'Empty', tag: 'group', position: [0, 0, -5] });
    await act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', parent: 'group' });
    expect(await captureObject('cube')).toMatchObject({ visible: true });
    await act('components.setEnabled', { object: 'cube', component: 'Mesh', enabled: false });
    expect(await captureObject('cube')).toMatchObject({ visible: false });
    await act('components.setEnabled', { object: 'cube', component: 'Mesh', enabled: true });
    await act('scene.objects.setActive', { object: 'group', active: false });
    expect(await captureObject('cube')).toMatchObject({ visible: false });
  });

  it('uses the view of the main camera, even while that moves over to another', async () => {
    const { act, captureJson, step } = createOutputScene();
    await act('scene.objects.setName', { object: 'eye', name: 'Eye' });
    expect((await captureJson({ camera: undefined })).camera).toMatchObject({
      camera: 'main-camera',
      position: createVector3(0, 1, 10),
    });
    await act('camera.setActive', { camera: 'eye', blend: 1 });
    step(30);
    const { camera } = await captureJson({ camera: undefined });
    expect(camera).toMatchObject({ camera: 'eye', orthoSize: 2, projection: 'orthographic' });
    expect(camera.position.z).toBeCloseTo(5);
  });
});

describe('a capture as a picture', () => {
  it('is the picture of the moment at which it was asked for, on every layer', async () => {
    const { act, capture } = createOutputScene();
    await act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', layer: 'UI', position: [0, 0, -5] });
    await act('components.setProperties', {
      ...{ object: 'cube', component: 'Material', properties: [{ name: 'shader', value: 'Unlit' }] },
    });
    await act('scene.setColor', { object: 'cube', color: [1, 0, 0] });
    const pendingCapture = capture({ format: 'png' });
    await act('scene.objects.destroy', { object: 'cube' });
    const picture = await pendingCapture;
    if (picture.format !== 'png') throw new Error('This is no picture.');
    const bytes = Buffer.from(picture.data, 'base64');
    expect(picture).toMatchObject({ width: 100, height: 100, byteLength: bytes.length });
    const { pixels } = decodePng(bytes);
    const red = Array.from({ length: 10_000 }, (_, i) => pixels[i * 4]).filter((byte) => byte === 255).length;
    // a metre is 25 pixels, and the pixels along the cube's edges are only half covered
    expect(red).toBe(24 * 24);
    expect((await capture({ format: 'png' })) as object).not.toEqual(picture);
  });

  it('is 1280 × 720 by default, like data', async () => {
    const { act } = createOutputScene();
    const { capture } = await act('output.capture');
    expect(capture).toMatchObject({ format: 'json', width: 1280, height: 720 });
  });
});

describe.each(['json', 'png'])('a capture as %s is rejected', (format) => {
  it.each([
    ['a side is too long', { width: 4097, height: 1 }],
    ['there are too many pixels', { width: 3840, height: 2161 }],
  ])('when %s', async (_, size) => {
    const { capture } = createOutputScene();
    await expect(capture({ format, ...size })).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      details: size,
    });
  });

  it.each([
    ['nobody', 'OBJECT_NOT_FOUND'],
    ['main-light', 'COMPONENT_NOT_FOUND'],
  ])('when there is no camera with the tag %s', async (camera, code) => {
    const { capture } = createOutputScene();
    await expect(capture({ format, camera })).rejects.toMatchObject({ code });
  });

  it('when there is no main camera', async () => {
    const { act, capture } = createOutputScene();
    await act('scene.objects.destroy', { object: 'main-camera' });
    await expect(capture({ format, camera: undefined })).rejects.toThrow('camera.setActive');
  });
});

it('a runtime without a renderer gives data, and reports that there are no pictures', async () => {
  const runtime = createRuntime({ now: () => new Date(0) });
  const capture = (format: string) =>
    runtime.execute('action.run', {
      action: 'output.capture',
      parameters: { width: 10, height: 10, format },
    });
  expect(await capture('json')).toHaveProperty('result.capture.objects');
  await expect(capture('png')).rejects.toMatchObject({ code: 'ACTION_FAILED' });
});

describe('a graph that captures', () => {
  /** Creates a graph that captures an image when it starts, and then logs the outcome and the image data. */
  const createCaptureGraph = (values: Record<string, string | number>) =>
    createTestGraph(
      {
        start: 'Start',
        act: ['RunAction', { Action: 'output.capture', width: 8, height: 4, ...values }],
        out: ['LogConsole', { Message: 'out' }],
        done: ['LogConsole', { Message: 'done' }],
        failed: ['LogConsole', { Message: 'failed' }],
      },
      ['start.Out > act.In', 'act.Out > out.In', 'act.Done > done.In', 'act.Failed > failed.In'],
    );

  const record = async (values: Record<string, string | number>) => {
    const pictures = createInProcessRenderer();
    let lastRender: Promise<unknown> | undefined;
    const renderPng: SceneRenderer['renderPng'] = (...args) => {
      const picture = pictures.renderPng(...args);
      lastRender = picture;
      return picture;
    };
    const { runtime, run, end } = createRecordedTestRuntime({ pictures: { ...pictures, renderPng } });
    const lines: unknown[] = [];
    runtime.listen({
      onEvents: (batch) => lines.push(...batch.flatMap(({ data }) => data.message ?? [])),
    });
    run(createCaptureGraph(values));
    runtime.step(3);
    const before = [...lines];
    await lastRender;
    await new Promise(setImmediate);
    runtime.step(1);
    return { before, after: lines.slice(before.length), journal: end() };
  };

  it.each([
    [{ format: 'png' }, 'done'],
    [{ format: 'json' }, 'done'],
    [{ width: 5000 }, 'failed'],
  ])('continues when the picture is ready: %j', async (values, expectedOutput) => {
    const { before, after, journal } = await record(values);
    expect([before, after]).toEqual([['out'], [expectedOutput]]);
    expect(replayJournalText(journal)).toMatchObject({ agrees: true, inputsIntact: true });
  });
});
