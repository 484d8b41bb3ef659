import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BoxGeometry, Camera, Mesh, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry } from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import { decodePng } from '../../testing-decode-png.ts';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRasteriser } from './draw/rasterise.ts';
import { createPicturesInThread } from './pictures-in-thread.ts';
import { createPictures } from './pictures.ts';
import { draw, flatCamera, paint, placed, red, sceneOf, wideCamera } from './testing.ts';
import type { Pictures } from './take-pictures.ts';

let pictures: Pictures;
afterEach(() => pictures?.close());

const size = { width: 64, height: 48 };

/** A scene with a bit of everything that has to reach the thread. */
const mixed = () => {
  const box = new Mesh(
    new BoxGeometry(2, 2, 2),
    new MeshStandardMaterial({ color: 'orange', roughness: 0.5 }),
  );
  box.rotation.set(0.4, 0.5, 0.6);
  const pane = new Mesh(new PlaneGeometry(2, 2), paint('blue', { transparent: true, opacity: 0.3 }));
  return sceneOf([box, placed(pane, 0.5, 0, 3)], 0x224466);
};

describe('pictures drawn in a thread', { timeout: 60_000 }, () => {
  it('are the same bytes as without, each of what was there when it was asked for', async () => {
    pictures = createPictures();
    const direct = createPicturesInThread();
    const scene = mixed();
    const camera = wideCamera(6);
    const first = pictures.take(scene, camera, size);
    const expected = [await direct.take(scene, camera, size)];
    // The second picture has one geometry that the thread knows and one that has changed.
    const [box] = scene.children as Mesh[];
    box!.position.x = 1;
    box!.geometry.getAttribute('position').setX(0, 3);
    box!.geometry.getAttribute('position').needsUpdate = true;
    const second = pictures.take(scene, camera, size);
    expected.push(await direct.take(scene, camera, size));
    box!.removeFromParent();
    const third = pictures.take(scene, camera, size);
    expected.push(await direct.take(scene, camera, size));
    scene.add(box!);
    // Back again, as it was in the second.
    const fourth = pictures.take(scene, camera, size);
    expected.push(await direct.take(scene, camera, size));
    const taken = await Promise.all([first, second, third, fourth]);
    expect(taken.map((png) => Buffer.from(png))).toEqual(expected.map((png) => Buffer.from(png)));
    expect(new Set(expected.map((png) => Buffer.from(png).toString('hex'))).size).toBe(3);
  });

  it('that take too long are given up, and the next ones are drawn', async () => {
    pictures = createPictures({ timeoutMs: 1 });
    for (let i = 0; i < 2; i += 1) {
      await expect(pictures.take(mixed(), wideCamera(6), size)).rejects.toMatchObject({
        code: 'ACTION_FAILED',
        reason: 'The picture took longer than 0.001 s; a smaller one takes less.',
      });
    }
  });

  it('are drawn by another thread when one has been closed', async () => {
    pictures = createPictures();
    const scene = mixed();
    const first = await pictures.take(scene, wideCamera(6), size);
    const underWay = expect(pictures.take(scene, wideCamera(6), size)).rejects.toThrow('thread ended');
    await new Promise(setImmediate);
    await pictures.close();
    await underWay;
    expect(await pictures.take(scene, wideCamera(6), size)).toEqual(first);
  });

  it('are refused when there are too many at once', async () => {
    pictures = createPictures({ mostUnderWay: 2 });
    const take = () => pictures.take(mixed(), wideCamera(6), size);
    const two = [take(), take()];
    await expect(take()).rejects.toMatchObject({ code: 'ACTION_FAILED', details: { mostUnderWay: 2 } });
    await Promise.all(two);
    expect(decodePng(Buffer.from(await take()))).toMatchObject(size);
  });

  it('let the process end once they are drawn', async () => {
    const program = `
      import { OrthographicCamera, Scene } from 'three';
      import { createPictures } from ${JSON.stringify(new URL('./pictures.ts', import.meta.url).href)};
      const camera = new OrthographicCamera();
      const png = await createPictures().take(new Scene(), camera, { width: 5, height: 4 });
      console.log(png.length > 50);
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(printed.trim()).toBe('true');
  });
});

describe('a picture', () => {
  it('is the same for the same scene, whatever was drawn before', () => {
    const rasterise = createRasteriser();
    const describeFrame = createFrameDescriber();
    const once = () => rasterise(describeFrame(mixed(), wideCamera(6), size)).pixels;
    const first = once();
    rasterise(describeFrame(sceneOf([]), wideCamera(6), { width: 100, height: 20 }));
    expect(once()).toEqual(first);
    expect(draw(mixed(), wideCamera(6), size).pixels).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(20);
  });

  it('does not change the camera', () => {
    const camera = new PerspectiveCamera(40, 3, 1, 20);
    const before = JSON.stringify(camera.toJSON());
    draw(mixed(), camera, size);
    expect(JSON.stringify(camera.toJSON())).toBe(before);
  });

  it('may be one pixel, one line or one column', () => {
    const wall = new Mesh(new PlaneGeometry(9_000, 9_000), paint('red'));
    for (const [width, height] of [
      [1, 1],
      [4_096, 1],
      [1, 4_096],
    ] as const) {
      const shot = draw(sceneOf([wall]), flatCamera(1), { width, height });
      expect([shot.at(0, 0), shot.at(width - 1, height - 1)]).toEqual([red, red]);
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
  ])('of %d × %d pixels is refused', async (width, height) => {
    const taken = createPicturesInThread().take(sceneOf([]), flatCamera(1), { width, height });
    await expect(taken).rejects.toMatchObject({ code: 'ACTION_FAILED', details: { mostPixels: 8_294_400 } });
  });

  it('by a camera that sees nothing is refused', () => {
    const broken = (change: (camera: PerspectiveCamera) => void) => () => {
      const camera = new PerspectiveCamera();
      change(camera);
      return draw(sceneOf([]), camera, size);
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
    expect(() => draw(sceneOf([]), new Camera(), size)).toThrow(
      expect.objectContaining({ code: 'ACTION_FAILED', details: { type: 'Camera' } }),
    );
  });
});
