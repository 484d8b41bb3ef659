import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BoxGeometry, Camera, Mesh, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry } from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import { decodePng } from '../../shared/testing-decode-png.ts';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRasterizer } from '../../kernels/rasterizer/rasterizer.ts';
import { decodeTexture } from './decode-texture.ts';
import { createInProcessRenderer } from './in-process-renderer.ts';
import { createWorkerRenderer } from './worker-renderer.ts';
import {
  renderInProcess,
  createFlatCamera,
  createUnlitMaterial,
  placeNode,
  red,
  createScene,
  createWideCamera,
} from './testing-rendering.ts';
import type { SceneRenderer } from './scene-renderer.ts';

let renderer: SceneRenderer;
afterEach(() => renderer?.close());

const size = { width: 64, height: 48 };

/** Creates a scene with every kind of resource that is sent to the worker thread. */
const createMixedScene = () => {
  const box = new Mesh(
    new BoxGeometry(2, 2, 2),
    new MeshStandardMaterial({ color: 'orange', roughness: 0.5 }),
  );
  box.rotation.set(0.4, 0.5, 0.6);
  const pane = new Mesh(
    new PlaneGeometry(2, 2),
    createUnlitMaterial('blue', { transparent: true, opacity: 0.3 }),
  );
  return createScene([box, placeNode(pane, 0.5, 0, 3)], 0x224466);
};

describe('pictures from the worker thread', { timeout: 60_000 }, () => {
  it('equal those without a thread, and show the scene at the time of each request', async () => {
    renderer = createWorkerRenderer();
    const direct = createInProcessRenderer();
    const scene = createMixedScene();
    const camera = createWideCamera(6);
    const first = renderer.renderPng(scene, camera, size);
    const expected = [await direct.renderPng(scene, camera, size)];
    // For the second picture, one geometry is unchanged and one geometry has changed.
    const [box] = scene.children as Mesh[];
    box!.position.x = 1;
    box!.geometry.getAttribute('position').setX(0, 3);
    box!.geometry.getAttribute('position').needsUpdate = true;
    const second = renderer.renderPng(scene, camera, size);
    expected.push(await direct.renderPng(scene, camera, size));
    box!.removeFromParent();
    const third = renderer.renderPng(scene, camera, size);
    expected.push(await direct.renderPng(scene, camera, size));
    scene.add(box!);
    // The fourth picture is identical to the second one.
    const fourth = renderer.renderPng(scene, camera, size);
    expected.push(await direct.renderPng(scene, camera, size));
    const images = await Promise.all([first, second, third, fourth]);
    expect(images.map((png) => Buffer.from(png))).toEqual(expected.map((png) => Buffer.from(png)));
    expect(new Set(expected.map((png) => Buffer.from(png).toString('hex'))).size).toBe(3);
  });

  it('may time out without affecting later ones', async () => {
    renderer = createWorkerRenderer({ timeoutMs: 1 });
    for (let i = 0; i < 2; i += 1) {
      await expect(renderer.renderPng(createMixedScene(), createWideCamera(6), size)).rejects.toMatchObject({
        code: 'ACTION_FAILED',
        reason: 'The picture took longer than 0.001 s. Request a smaller one.',
      });
    }
  });

  it('can be drawn by another thread after one was closed', async () => {
    renderer = createWorkerRenderer();
    const scene = createMixedScene();
    const first = await renderer.renderPng(scene, createWideCamera(6), size);
    const rejections = [1, 2].map(() =>
      expect(renderer.renderPng(scene, createWideCamera(6), size)).rejects.toMatchObject({
        code: 'RUNTIME_NOT_CONNECTED',
      }),
    );
    await new Promise(setImmediate);
    await renderer.close();
    await Promise.all(rejections);
    expect(await renderer.renderPng(scene, createWideCamera(6), size)).toEqual(first);
  });

  it('are rejected when too many are pending', async () => {
    renderer = createWorkerRenderer({ maxPending: 2 });
    const take = () => renderer.renderPng(createMixedScene(), createWideCamera(6), size);
    const two = [take(), take()];
    await expect(take()).rejects.toMatchObject({ code: 'ACTION_FAILED', details: { mostUnderWay: 2 } });
    await Promise.all(two);
    expect(decodePng(Buffer.from(await take()))).toMatchObject(size);
  });

  it('let the process exit when they are done', async () => {
    const program = `
      import { OrthographicCamera, Scene } from 'three';
      import { createWorkerRenderer } from ${JSON.stringify(new URL('./worker-renderer.ts', import.meta.url).href)};
      const camera = new OrthographicCamera();
      const png = await createWorkerRenderer().renderPng(new Scene(), camera, { width: 5, height: 4 });
      console.log(png.length > 50);
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output.trim()).toBe('true');
  });
});

describe('a picture', () => {
  it('only depends on the scene, not on earlier pictures', () => {
    const rasterise = createRasterizer(decodeTexture);
    const describeFrame = createFrameDescriber();
    const render = () => rasterise(describeFrame(createMixedScene(), createWideCamera(6), size)).pixels;
    const first = render();
    rasterise(describeFrame(createScene([]), createWideCamera(6), { width: 100, height: 20 }));
    expect(render()).toEqual(first);
    expect(renderInProcess(createMixedScene(), createWideCamera(6), size).pixels).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(20);
  });

  it('does not change the camera', () => {
    const camera = new PerspectiveCamera(40, 3, 1, 20);
    const before = JSON.stringify(camera.toJSON());
    renderInProcess(createMixedScene(), camera, size);
    expect(JSON.stringify(camera.toJSON())).toBe(before);
  });

  it('may be one pixel, one row or one column', () => {
    const wall = new Mesh(new PlaneGeometry(9_000, 9_000), createUnlitMaterial('red'));
    for (const [width, height] of [
      [1, 1],
      [4_096, 1],
      [1, 4_096],
    ] as const) {
      const picture = renderInProcess(createScene([wall]), createFlatCamera(1), { width, height });
      expect([picture.at(0, 0), picture.at(width - 1, height - 1)]).toEqual([red, red]);
    }
  });

  it.each([
    [0, 10],
    [10, 0],
    [-1, 10],
    [10, 4_097],
    [1.5, 10],
    [Number.NaN, 10],
    [4_096, 4_096],
    [3_840, 2_161],
  ])('of %d × %d pixels is rejected', async (width, height) => {
    const rendering = createInProcessRenderer().renderPng(createScene([]), createFlatCamera(1), {
      width,
      height,
    });
    await expect(rendering).rejects.toMatchObject({
      code: 'ACTION_FAILED',
      details: { mostPixels: 8_294_400 },
    });
  });

  it('from a camera that sees nothing is rejected', () => {
    const broken = (change: (camera: PerspectiveCamera) => void) => () => {
      const camera = new PerspectiveCamera();
      change(camera);
      return renderInProcess(createScene([]), camera, size);
    };
    for (const change of [
      (camera) => camera.position.set(Number.NaN, 0, 0),
      (camera) => {
        camera.zoom = 0;
      },
      (camera) => {
        camera.near = 0;
      },
      (camera) => {
        camera.far = camera.near;
      },
      (camera) => {
        camera.fov = Number.NaN;
      },
    ] satisfies ((camera: PerspectiveCamera) => void)[]) {
      expect(broken(change)).toThrow(expect.objectContaining({ code: 'ACTION_FAILED' }));
    }
    expect(() => renderInProcess(createScene([]), new Camera(), size)).toThrow(
      expect.objectContaining({ code: 'ACTION_FAILED', details: { type: 'Camera' } }),
    );
  });
});
