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
  toSrgbByteOf,
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

/** A texture of these colours, line by line from its first in memory; a fourth number is the opacity. */
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

/** A wall that fills the picture, with colours of its four quarters from the top left. */
const renderOnWall = (map: Texture, more = {}) =>
  renderInProcess(
    createScene([new Mesh(new PlaneGeometry(2, 2), createUnlitMaterial('white', { map, ...more }))]),
    createFlatCamera(1),
    size,
  );
const renderQuarters = (map: Texture) => {
  const shot = renderOnWall(map);
  return [shot.at(20, 20), shot.at(60, 20), shot.at(20, 60), shot.at(60, 60)];
};

describe('a texture', () => {
  it('begins below, or above when it is flipped', () => {
    expect(renderQuarters(createFourColorTexture())).toEqual([blue, white, red, green]);
    const flipped = createFourColorTexture();
    flipped.flipY = true;
    expect(renderQuarters(flipped)).toEqual([red, green, blue, white]);
  });

  it('lies straight on a floor that leads away', () => {
    // The floor lies 1 m below the eye from 1 m to 9 m away: its middle, 5 m away, is seen a fifth of the way down.
    const map = createTexture(1, [red, green]);
    const floor = new Mesh(
      new PlaneGeometry(20, 8).rotateX(-Math.PI / 2),
      createUnlitMaterial('white', { map }),
    );
    floor.position.z = -5;
    const camera = new PerspectiveCamera(90, 1, 0.1, 100);
    camera.position.y = 1;
    const shot = renderInProcess(createScene([floor]), camera, { width: 100, height: 100 });
    for (const x of [2, 50, 97]) {
      expect([shot.at(x, 54), shot.at(x, 57), shot.at(x, 59), shot.at(x, 60), shot.at(x, 98)]).toEqual([
        black,
        green,
        green,
        red,
        red,
      ]);
    }
  });

  it.each([
    ['repeated', RepeatWrapping, [red, green, red, green]],
    ['held at its edge', ClampToEdgeWrapping, [red, green, green, green]],
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

  it('is repeated before its beginning too', () => {
    const map = createTexture(2, [red, green]);
    map.wrapS = RepeatWrapping;
    map.offset.x = -2.5;
    const shot = renderOnWall(map);
    expect([shot.at(20, 40), shot.at(60, 40)]).toEqual([green, red]);
  });

  it('is turned about its centre', () => {
    const map = createFourColorTexture();
    map.center.set(0.5, 0.5);
    map.rotation = Math.PI / 2;
    expect(renderQuarters(map)).toEqual([white, green, blue, red]);
  });

  it('is read as sRGB or as linear light', () => {
    const grey: Bytes = [128, 128, 128];
    const linear = createTexture(1, [grey]);
    linear.colorSpace = NoColorSpace;
    expect([renderOnWall(createTexture(1, [grey])).at(40, 40), renderOnWall(linear).at(40, 40)]).toEqual([
      grey,
      toGreyBytes(128 / 255),
    ]);
  });

  it('is multiplied with the colour of the surface', () => {
    expect(renderOnWall(createTexture(1, [[255, 255, 0]]), { color: 0xff }).count(black)).toBe(6400);
    expect(renderOnWall(createTexture(1, [[255, 255, 0]]), { color: 'yellow' }).count([255, 255, 0])).toBe(
      6400,
    );
  });

  it('melts from pixel to pixel when it is smooth', () => {
    const map = createTexture(2, [black, white]);
    map.magFilter = LinearFilter;
    const shot = renderOnWall(map);
    // A quarter of the wall from either edge are the middles of the two pixels.
    expect([shot.at(10, 40), shot.at(70, 40)]).toEqual([black, white]);
    expect(shot.at(30, 40)[0]).toBe(toSrgbByteOf(30.5 / 40 - 0.5));
  });

  it('that is drawn smaller shows the mean light of its pixels', () => {
    const colors = Array.from({ length: 4096 }, (_, i) => ((i + Math.floor(i / 64)) % 2 ? white : black));
    const map = createTexture(64, colors);
    map.wrapS = RepeatWrapping;
    map.wrapT = RepeatWrapping;
    map.repeat.set(5, 5);
    expect(renderOnWall(map).count(toGreyBytes(0.5))).toBe(6400);
  });

  it('has holes where its opacity is less than is asked for, through which one sees', () => {
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
      const shot = renderInProcess(createScene(objects), createFlatCamera(1), size);
      expect([shot.at(20, 40), shot.at(60, 40)]).toEqual([green, red]);
    }
  });

  it('without pixels that can be read leaves the colour of the surface', () => {
    const short = new DataTexture(new Uint8Array(4), 5, 5);
    for (const map of [new Texture(), short, new DataTexture(new Uint8Array(0), 0, 0)]) {
      expect(renderOnWall(map, { color: 'lime' }).count(green)).toBe(6400);
    }
  });

  it('that has changed and says so is sent again, and no other', () => {
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
