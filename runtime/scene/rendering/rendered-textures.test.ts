import {
  ClampToEdgeWrapping,
  DataTexture,
  LinearFilter,
  Mesh,
  MirroredRepeatWrapping,
  NoColorSpace,
  PerspectiveCamera,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from 'three';
import { describe, expect, it } from 'vitest';
import { createFrameDescriber } from './describe/describe-frame.ts';
import {
  black,
  blue,
  toReferenceSrgbByte,
  renderInProcess,
  createFlatCamera,
  green,
  toGreyBytes,
  createUnlitMaterial,
  red,
  createScene,
  white,
} from './testing-rendering.ts';
import type { Bytes } from './testing-rendering.ts';

const size = { width: 80, height: 80 };

/** Creates a texture from colors, row by row in memory order. Colors may have a fourth number for the opacity. */
const createTexture = (
  width: number,
  colors: readonly (Bytes | readonly [...Bytes, number])[],
): DataTexture => {
  const data = Uint8Array.from(colors.flatMap(([r, g, b, alpha = 255]) => [r, g, b, alpha]));
  const texture = new DataTexture(data, width, colors.length / width);
  texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
};
const createFourColorTexture = () => createTexture(2, [red, green, blue, white]);

/**
 * Renders a wall that fills the picture, and returns the colors of the picture's four quarters, starting at the top
 * left.
 */
const renderOnWall = (map: Texture, more = {}) =>
  renderInProcess(
    createScene([new Mesh(new PlaneGeometry(2, 2), createUnlitMaterial('white', { map, ...more }))]),
    createFlatCamera(1),
    size,
  );
const renderQuarters = (map: Texture) => {
  const picture = renderOnWall(map);
  return [picture.at(20, 20), picture.at(60, 20), picture.at(20, 60), picture.at(60, 60)];
};

describe('a texture', () => {
  it('starts at the bottom, or at the top when flipped', () => {
    expect(renderQuarters(createFourColorTexture())).toEqual([blue, white, red, green]);
    const flipped = createFourColorTexture();
    flipped.flipY = true;
    expect(renderQuarters(flipped)).toEqual([red, green, blue, white]);
  });

  it('is perspective-correct on a receding floor', () => {
    // The floor is 1 m below the camera, from 1 m to 9 m away. Its centre, 5 m away, appears one fifth of the way down
    // the lower half of the picture.
    const map = createTexture(1, [red, green]);
    const floor = new Mesh(
      new PlaneGeometry(20, 8).rotateX(-Math.PI / 2),
      createUnlitMaterial('white', { map }),
    );
    floor.position.z = -5;
    const camera = new PerspectiveCamera(90, 1, 0.1, 100);
    camera.position.y = 1;
    const picture = renderInProcess(createScene([floor]), camera, { width: 100, height: 100 });
    for (const x of [2, 50, 97]) {
      expect([
        picture.at(x, 54),
        picture.at(x, 57),
        picture.at(x, 59),
        picture.at(x, 60),
        picture.at(x, 98),
      ]).toEqual([black, green, green, red, red]);
    }
  });

  it.each([
    ['repeated', RepeatWrapping, [red, green, red, green]],
    ['clamped', ClampToEdgeWrapping, [red, green, green, green]],
    ['mirrored', MirroredRepeatWrapping, [red, green, green, red]],
  ] as const)('beyond its edge is %s', (_, wrap, colors) => {
    const map = createTexture(2, [red, green]);
    map.wrapS = wrap;
    map.repeat.x = 2;
    const across = renderOnWall(map);
    expect([10, 30, 50, 70].map((x) => across.at(x, 40))).toEqual(colors);
    const upright = createTexture(1, [red, green]);
    upright.wrapT = wrap;
    upright.repeat.y = 2;
    const along = renderOnWall(upright);
    expect([70, 50, 30, 10].map((y) => along.at(40, y))).toEqual(colors);
  });

  it('repeats at negative coordinates too', () => {
    const map = createTexture(2, [red, green]);
    map.wrapS = RepeatWrapping;
    map.offset.x = -2.5;
    const picture = renderOnWall(map);
    expect([picture.at(20, 40), picture.at(60, 40)]).toEqual([green, red]);
  });

  it('rotates about its centre', () => {
    const map = createFourColorTexture();
    map.center.set(0.5, 0.5);
    map.rotation = Math.PI / 2;
    expect(renderQuarters(map)).toEqual([white, green, blue, red]);
  });

  it('is read as sRGB or as linear values', () => {
    const grey: Bytes = [128, 128, 128];
    const linear = createTexture(1, [grey]);
    linear.colorSpace = NoColorSpace;
    expect([renderOnWall(createTexture(1, [grey])).at(40, 40), renderOnWall(linear).at(40, 40)]).toEqual([
      grey,
      toGreyBytes(128 / 255),
    ]);
  });

  it('is multiplied with the color of the surface', () => {
    expect(renderOnWall(createTexture(1, [[255, 255, 0]]), { color: 0xff }).count(black)).toBe(6400);
    expect(renderOnWall(createTexture(1, [[255, 255, 0]]), { color: 'yellow' }).count([255, 255, 0])).toBe(
      6400,
    );
  });

  it('is interpolated between pixels when smooth', () => {
    const map = createTexture(2, [black, white]);
    map.magFilter = LinearFilter;
    const picture = renderOnWall(map);
    // The centres of the texture's two pixels are a quarter of the wall's width away from the edges.
    expect([picture.at(10, 40), picture.at(70, 40)]).toEqual([black, white]);
    expect(picture.at(30, 40)[0]).toBe(toReferenceSrgbByte(30.5 / 40 - 0.5));
  });

  it('shows the mean of its pixels in linear light when minified', () => {
    const colors = Array.from({ length: 4096 }, (_, i) => ((i + Math.floor(i / 64)) % 2 ? white : black));
    const map = createTexture(64, colors);
    map.wrapS = RepeatWrapping;
    map.wrapT = RepeatWrapping;
    map.repeat.set(5, 5);
    expect(renderOnWall(map).count(toGreyBytes(0.5))).toBe(6400);
  });

  it('shows what is behind it where its opacity is below the alpha test', () => {
    const map = createTexture(2, [
      [255, 0, 0, 127],
      [255, 0, 0, 129],
    ]);
    const front = new Mesh(new PlaneGeometry(2, 2), createUnlitMaterial('white', { map, alphaTest: 0.5 }));
    const behind = new Mesh(new PlaneGeometry(2, 2), createUnlitMaterial('lime'));
    behind.position.z = -1;
    for (const objects of [
      [front, behind],
      [behind, front],
    ]) {
      const picture = renderInProcess(createScene(objects), createFlatCamera(1), size);
      expect([picture.at(20, 40), picture.at(60, 40)]).toEqual([green, red]);
    }
  });

  it('without readable pixels shows the color of the surface', () => {
    const short = new DataTexture(new Uint8Array(4), 5, 5);
    for (const map of [new Texture(), short, new DataTexture(new Uint8Array(0), 0, 0)]) {
      expect(renderOnWall(map, { color: 'lime' }).count(green)).toBe(6400);
    }
  });

  it('is sent again only when it is marked as changed', () => {
    const describeFrame = createFrameDescriber();
    const map = createFourColorTexture();
    const scene = createScene([new Mesh(new PlaneGeometry(2, 2), createUnlitMaterial('white', { map }))]);
    const sent = () => {
      const { pixels, geometries } = describeFrame(scene, createFlatCamera(1), size);
      return { pixels: pixels[0], geometry: geometries[0] };
    };
    const first = sent();
    const same = sent();
    expect([same.pixels === first.pixels, same.geometry === first.geometry]).toEqual([true, true]);
    map.image.data?.fill(7);
    map.needsUpdate = true;
    const changed = sent();
    expect(changed.pixels?.serial).not.toBe(first.pixels?.serial);
    expect(changed.pixels?.bytes[0]).toBe(7);
    expect(changed.geometry).toBe(first.geometry);
  });
});
