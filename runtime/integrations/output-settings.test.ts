import { describe, expect, it } from 'vitest';
import { getAction } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { createTestRuntime } from '../engine/testing-runtime.ts';
import { createInProcessRenderer } from '../scene/rendering/in-process-renderer.ts';
import { decodePng } from '../shared/testing-decode-png.ts';

/** The result fields that the tests check. */
type Result = Readonly<Record<string, unknown>> & {
  readonly capture: { readonly data: string; readonly objects: readonly unknown[] };
};

const openTestRuntime = () => {
  const runtime = createTestRuntime({ pictures: createInProcessRenderer() });
  const act = async (name: string, parameters: Record<string, unknown> = {}) => {
    const action = getAction(name);
    const response = await runtime.target.execute('action.run', {
      action: name,
      parameters: parseParameters(action, parameters),
    });
    return action.spec.result.strict().parse(response.result) as Result;
  };
  /** Renders an image and returns the red, green and blue values of its pixels. */
  const renderPicture = async (parameters: Record<string, unknown> = {}) => {
    const { data } = (await act('output.capture', { format: 'png', ...parameters })).capture;
    const { width, height, pixels } = decodePng(Buffer.from(data, 'base64'));
    const readPixel = (x: number, y: number): number[] => [
      ...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
    ];
    return { width, height, at: readPixel, pixels };
  };
  return { ...runtime, act, renderPicture };
};

const redOverlay = { r: 1, g: 0, b: 0, a: 1 };
const createSquare = (overrides: object = {}) => ({
  ...{ type: 'rectangle', x: 0.25, y: 0.5, width: 0.25, height: 0.25, color: [1, 0, 0] },
  ...overrides,
});

describe('the output', () => {
  it('accepts some settings, and returns the previous and the new ones', async () => {
    const { act } = openTestRuntime();
    const before = await act('output.get');
    const { previous, current } = await act('output.set', { vsync: false, markup: { visible: false } });
    expect(previous).toEqual(before);
    expect(current).toEqual({ ...before, vsync: false, markup: { visible: false, elements: [] } });
    expect(await act('output.get')).toEqual(current);
  });

  it.each(['vsync', 'textureSharing', 'networkVideo'])('turns %s on and off', async (setting) => {
    const { act } = openTestRuntime();
    const isOn = (await act('output.get'))[setting];
    expect(await act('output.toggle', { setting })).toEqual({ value: !isOn });
    expect((await act('output.get'))[setting]).toBe(!isOn);
    expect(await act('output.toggle', { setting })).toEqual({ value: isOn });
  });

  it('renders images at its resolution when no size is given', async () => {
    const { act, renderPicture } = openTestRuntime();
    await act('output.set', { resolution: { width: 40, height: 30 } });
    expect(await renderPicture()).toMatchObject({ width: 40, height: 30 });
    expect(await renderPicture({ width: 20 })).toMatchObject({ width: 20, height: 30 });
  });

  it('rejects a resolution that cannot be rendered, and changes nothing', async () => {
    const { act } = openTestRuntime();
    const before = await act('output.get');
    await expect(
      act('output.set', { vsync: false, resolution: { width: 4096, height: 4096 } }),
    ).rejects.toMatchObject({ code: 'ACTION_FAILED' });
    expect(await act('output.get')).toEqual(before);
  });
});

describe('markup', () => {
  const size = { width: 80, height: 40 };

  it('is drawn at its position on top of the scene', async () => {
    const { act, renderPicture } = openTestRuntime();
    await act('scene.spawn', {
      type: 'Primitives/Cube',
      tag: 'wall',
      position: [0, 1, 8],
      scale: [20, 20, 1],
    });
    await act('output.set', { markup: { elements: [createSquare()] } });
    const { at } = await renderPicture(size);
    const samples = [at(21, 21), at(38, 21), at(21, 28), at(38, 28)];
    expect(samples).toEqual(samples.map(() => [255, 0, 0]));
    for (const [x, y] of [
      [18, 21],
      [41, 21],
      [21, 18],
      [21, 31],
    ] as const)
      expect(at(x, y)).not.toEqual([255, 0, 0]);
  });

  it('is drawn for cameras without a perspective, too', async () => {
    const { act, renderPicture } = openTestRuntime();
    await act('camera.set', { camera: 'main-camera', projection: 'orthographic', orthoSize: 3 });
    await act('output.set', { markup: { elements: [createSquare()] } });
    const { at } = await renderPicture(size);
    expect([at(21, 21), at(38, 28)]).toEqual([
      [255, 0, 0],
      [255, 0, 0],
    ]);
    expect(at(18, 18)).not.toEqual([255, 0, 0]);
  });

  it('blends translucent elements with what is behind them', async () => {
    const { act, renderPicture } = openTestRuntime();
    const elements = [createSquare(), createSquare({ color: { r: 0, g: 0, b: 1, a: 0.5 } })];
    await act('output.set', { markup: { elements } });
    const [r = 0, g, b = 0] = (await renderPicture(size)).at(30, 25);
    expect([r > 100 && r < 255, g, b > 100 && b < 255]).toEqual([true, 0, true]);
  });

  it('shows its texts', async () => {
    const { act, renderPicture } = openTestRuntime();
    const text = { type: 'text', x: 0.5, y: 0.6, text: 'H', size: 0.5, align: 'center', color: redOverlay };
    await act('output.set', { markup: { elements: [text] } });
    const { pixels } = await renderPicture(size);
    let redPixels = 0;
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i] === 255 && pixels[i + 1] === 0) redPixels += 1;
    expect(redPixels).toBeGreaterThan(20);
  });

  it('is hidden and shown, and leaves the scene unchanged', async () => {
    const { act, renderPicture } = openTestRuntime();
    const withoutMarkup = (await renderPicture(size)).pixels;
    await act('output.set', { markup: { elements: [createSquare()] } });
    expect((await renderPicture(size)).pixels).not.toEqual(withoutMarkup);
    expect(await act('output.toggle', { setting: 'markup' })).toEqual({ value: false });
    expect((await renderPicture(size)).pixels).toEqual(withoutMarkup);
    const { capture } = await act('output.capture', size);
    expect(capture.objects).toHaveLength(2);
  });
});
