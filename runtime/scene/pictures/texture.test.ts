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
  byteOf,
  draw,
  flatCamera,
  green,
  greyOf,
  paint,
  red,
  sceneOf,
  white,
} from './testing.ts';
import type { Bytes } from './testing.ts';

const size = { width: 80, height: 80 };

/** A texture of these colours, line by line from its first in memory; a fourth number is the opacity. */
const textureOf = (width: number, colors: readonly (Bytes | readonly [...Bytes, number])[]): DataTexture => {
  const data = Uint8Array.from(colors.flatMap(([r, g, b, alpha = 255]) => [r, g, b, alpha]));
  const texture = new DataTexture(data, width, colors.length / width);
  texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
};
const four = () => textureOf(2, [red, green, blue, white]);

/** A wall that fills the picture, with colours of its four quarters from the top left. */
const onWall = (map: Texture, more = {}) =>
  draw(sceneOf([new Mesh(new PlaneGeometry(2, 2), paint('white', { map, ...more }))]), flatCamera(1), size);
const quartersOf = (map: Texture) => {
  const shot = onWall(map);
  return [shot.at(20, 20), shot.at(60, 20), shot.at(20, 60), shot.at(60, 60)];
};

describe('a texture', () => {
  it('begins below, or above when it is flipped', () => {
    expect(quartersOf(four())).toEqual([blue, white, red, green]);
    const flipped = four();
    flipped.flipY = true;
    expect(quartersOf(flipped)).toEqual([red, green, blue, white]);
  });

  it('lies straight on a floor that leads away', () => {
    // The floor lies 1 m below the eye from 1 m to 9 m away: its middle, 5 m away, is seen a fifth of the way down.
    const map = textureOf(1, [red, green]);
    const floor = new Mesh(new PlaneGeometry(20, 8).rotateX(-Math.PI / 2), paint('white', { map }));
    floor.position.z = -5;
    const camera = new PerspectiveCamera(90, 1, 0.1, 100);
    camera.position.y = 1;
    const shot = draw(sceneOf([floor]), camera, { width: 100, height: 100 });
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
    const map = textureOf(2, [red, green]);
    map.wrapS = wrap;
    map.repeat.x = 2;
    const across = onWall(map);
    expect([10, 30, 50, 70].map((x) => across.at(x, 40))).toEqual(colors);
    const upright = textureOf(1, [red, green]);
    upright.wrapT = wrap;
    upright.repeat.y = 2;
    const along = onWall(upright);
    expect([70, 50, 30, 10].map((y) => along.at(40, y))).toEqual(colors);
  });

  it('is repeated before its beginning too', () => {
    const map = textureOf(2, [red, green]);
    map.wrapS = RepeatWrapping;
    map.offset.x = -2.5;
    const shot = onWall(map);
    expect([shot.at(20, 40), shot.at(60, 40)]).toEqual([green, red]);
  });

  it('is turned about its centre', () => {
    const map = four();
    map.center.set(0.5, 0.5);
    map.rotation = Math.PI / 2;
    expect(quartersOf(map)).toEqual([white, green, blue, red]);
  });

  it('is read as sRGB or as linear light', () => {
    const grey: Bytes = [128, 128, 128];
    const linear = textureOf(1, [grey]);
    linear.colorSpace = NoColorSpace;
    expect([onWall(textureOf(1, [grey])).at(40, 40), onWall(linear).at(40, 40)]).toEqual([
      grey,
      greyOf(128 / 255),
    ]);
  });

  it('is multiplied with the colour of the surface', () => {
    expect(onWall(textureOf(1, [[255, 255, 0]]), { color: 0xff }).count(black)).toBe(6400);
    expect(onWall(textureOf(1, [[255, 255, 0]]), { color: 'yellow' }).count([255, 255, 0])).toBe(6400);
  });

  it('melts from pixel to pixel when it is smooth', () => {
    const map = textureOf(2, [black, white]);
    map.magFilter = LinearFilter;
    const shot = onWall(map);
    // A quarter of the wall from either edge are the middles of the two pixels.
    expect([shot.at(10, 40), shot.at(70, 40)]).toEqual([black, white]);
    expect(shot.at(30, 40)[0]).toBe(byteOf(30.5 / 40 - 0.5));
  });

  it('that is drawn smaller shows the mean light of its pixels', () => {
    const colors = Array.from({ length: 4096 }, (_, i) => ((i + Math.floor(i / 64)) % 2 ? white : black));
    const map = textureOf(64, colors);
    map.wrapS = RepeatWrapping;
    map.wrapT = RepeatWrapping;
    map.repeat.set(5, 5);
    expect(onWall(map).count(greyOf(0.5))).toBe(6400);
  });

  it('has holes where its opacity is less than is asked for, through which one sees', () => {
    const map = textureOf(2, [
      [255, 0, 0, 127],
      [255, 0, 0, 129],
    ]);
    const front = new Mesh(new PlaneGeometry(2, 2), paint('white', { map, alphaTest: 0.5 }));
    const behind = new Mesh(new PlaneGeometry(2, 2), paint('lime'));
    behind.position.z = -1;
    for (const objects of [
      [front, behind],
      [behind, front],
    ]) {
      const shot = draw(sceneOf(objects), flatCamera(1), size);
      expect([shot.at(20, 40), shot.at(60, 40)]).toEqual([green, red]);
    }
  });

  it('without pixels that can be read leaves the colour of the surface', () => {
    const short = new DataTexture(new Uint8Array(4), 5, 5);
    for (const map of [new Texture(), short, new DataTexture(new Uint8Array(0), 0, 0)]) {
      expect(onWall(map, { color: 'lime' }).count(green)).toBe(6400);
    }
  });

  it('that has changed and says so is sent again, and no other', () => {
    const describeFrame = createFrameDescriber();
    const map = four();
    const scene = sceneOf([new Mesh(new PlaneGeometry(2, 2), paint('white', { map }))]);
    const sent = () => {
      const { pixels, geometries } = describeFrame(scene, flatCamera(1), size);
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
