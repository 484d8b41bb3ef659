import {
  Bone,
  BufferGeometry,
  Fog,
  FogExp2,
  Float32BufferAttribute,
  Line,
  LineBasicMaterial,
  LineLoop,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  AmbientLight,
  DirectionalLight,
  PlaneGeometry,
  Points,
  PointsMaterial,
  Scene,
  Skeleton,
  SkinnedMesh,
  Sprite,
  SpriteMaterial,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import {
  black,
  toReferenceSrgbByte,
  renderInProcess,
  createFlatCamera,
  toGreyBytes,
  createUnlitMaterial,
  placeNode,
  red,
  createScene,
  white,
  createWideCamera,
} from './testing-rendering.ts';
import type { Camera, Material } from 'three';

/** With the flat camera, the picture has 10 pixels per metre. */
const size = { width: 90, height: 90 };
const createCamera = () => createFlatCamera(4.5);

describe('a deformed mesh', () => {
  /** Creates a strip that is 4 m high. Its upper half has its own bone. */
  const createStrip = (material: Material = createUnlitMaterial('white')) => {
    const geometry = new PlaneGeometry(1, 4, 1, 2);
    const bones = [1, 1, 0, 0, 0, 0];
    const indices = bones.flatMap((bone) => [bone, 0, 0, 0]);
    geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4));
    const weights = bones.flatMap(() => [1, 0, 0, 0]);
    geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
    const mesh = new SkinnedMesh(geometry, material);
    const root = new Bone();
    const upper = new Bone();
    root.add(upper);
    mesh.add(root);
    mesh.updateMatrixWorld(true);
    mesh.bind(new Skeleton([root, upper]));
    return { mesh, upper };
  };

  it('follows its bones', () => {
    const { mesh, upper } = createStrip();
    const straight = renderInProcess(createScene([mesh]), createCamera(), size);
    expect([straight.at(45, 26), straight.at(45, 63), straight.count(white)]).toEqual([white, white, 400]);
    upper.position.set(2, 1, 0);
    const bent = renderInProcess(createScene([mesh]), createCamera(), size);
    // The strip's upper edge has moved 2 m to the right and 1 m up; the rest of the strip has not moved.
    expect([bent.at(45, 63), bent.at(45, 26), bent.at(64, 16), bent.at(64, 14)]).toEqual([
      white,
      black,
      white,
      black,
    ]);
    upper.position.set(0, 0, 0);
    upper.rotation.z = Math.PI / 2;
    // A quarter turn moves the strip's upper edge from the top to the left.
    const rotated = renderInProcess(createScene([mesh]), createCamera(), size);
    expect([rotated.at(26, 45), rotated.at(45, 26)]).toEqual([white, black]);
  });

  it('moves with its node, and is drawn even when it reaches far beyond its bounds', () => {
    const { mesh, upper } = createStrip();
    mesh.position.x = -10;
    upper.position.x = 10;
    const picture = renderInProcess(createScene([mesh]), createCamera(), size);
    // The picture shows only the upper end of the slanted strip.
    expect([picture.at(42, 25), picture.at(45, 26), picture.at(45, 63)]).toEqual([white, black, black]);
  });

  it('is deformed relative to the positions of mesh and bones when they were bound', () => {
    const { mesh, upper } = createStrip();
    mesh.position.set(1, 0, 0);
    upper.position.set(0.5, 1, 0);
    mesh.updateMatrixWorld(true);
    mesh.bind(new Skeleton(mesh.skeleton.bones));
    const bound = renderInProcess(createScene([mesh]), createCamera(), size);
    expect([bound.at(50, 26), bound.at(59, 63), bound.count(white)]).toEqual([white, white, 400]);
    mesh.position.x = -1;
    upper.position.x += 2;
    const moved = renderInProcess(createScene([mesh]), createCamera(), size);
    // The middle of the strip has moved 2 m to the left with the mesh; its upper edge has moved back to its old
    // position.
    expect([moved.at(35, 63), moved.at(52, 25), moved.at(45, 45)]).toEqual([white, white, black]);
  });

  it('rotates its normals too', () => {
    const { mesh, upper } = createStrip(new MeshLambertMaterial());
    upper.rotation.y = 1;
    const picture = renderInProcess(
      createScene([mesh, placeNode(new DirectionalLight('white', Math.PI), 0, 0, 1)]),
      createCamera(),
      size,
    );
    expect(picture.at(45, 60)).toEqual(toGreyBytes(1));
    expect(Math.abs(picture.at(45, 25)[0] - toReferenceSrgbByte(Math.cos(1)))).toBeLessThan(6);
  });

  it.each([true, false])('blends morph targets by weight, relative: %s', (relative) => {
    const geometry = new PlaneGeometry(2, 2);
    const base = geometry.getAttribute('position');
    const targets = [new Vector3(2, 0, 0), new Vector3(0, 2, 0)].map((shift) => {
      const numbers = Array.from({ length: base.count }, (_, i) => [
        shift.x + (relative ? 0 : base.getX(i)),
        shift.y + (relative ? 0 : base.getY(i)),
        0,
      ]);
      return new Float32BufferAttribute(numbers.flat(), 3);
    });
    geometry.morphAttributes.position = targets;
    geometry.morphTargetsRelative = relative;
    const mesh = new Mesh(geometry, createUnlitMaterial('white'));
    const measurePicture = (weights: number[]) => {
      mesh.morphTargetInfluences = weights;
      const picture = renderInProcess(createScene([mesh]), createCamera(), size);
      const inside: number[][] = [];
      for (let y = 0; y < 90; y += 1) {
        for (let x = 0; x < 90; x += 1) if (picture.at(x, y)[0] === 255) inside.push([x, y]);
      }
      const mean = (i: number): number => inside.reduce((sum, pixel) => sum + pixel[i]!, 0) / inside.length;
      return [inside.length, mean(0), mean(1)];
    };
    expect(measurePicture([0, 0])).toEqual([400, 44.5, 44.5]);
    expect(measurePicture([1, 0])).toEqual([400, 64.5, 44.5]);
    expect(measurePicture([0.5, 1])).toEqual([400, 54.5, 24.5]);
  });
});

describe('lines and points', () => {
  const path = (...points: readonly (readonly [number, number])[]) =>
    new BufferGeometry().setFromPoints(points.map(([x, y]) => new Vector3(x, y, 0)));
  const corners = path([-3.05, -2.05], [2.95, -2.05], [2.95, 2.95], [-3.05, 2.95]);
  const lineMaterial = new LineBasicMaterial({ color: 'white' });

  it.each([
    ['a line', new Line(corners, lineMaterial), [true, true, true, false]],
    ['a closed line', new LineLoop(corners, lineMaterial), [true, true, true, true]],
    ['segments', new LineSegments(corners, lineMaterial), [true, false, true, false]],
  ] as const)('are one pixel wide: %s', (_, line, sides) => {
    const picture = renderInProcess(createScene([line]), createCamera(), size);
    const at = [
      [45, 65],
      [74, 45],
      [45, 15],
      [14, 45],
    ] as const;
    expect(at.map(([x, y]) => picture.at(x, y)[0] === 255)).toEqual(sides);
    expect([picture.at(45, 64), picture.at(45, 66), picture.at(73, 45), picture.at(75, 45)]).toEqual([
      black,
      black,
      black,
      black,
    ]);
  });

  it('are clipped at the near plane', () => {
    const along = new BufferGeometry().setFromPoints([new Vector3(1, 0, -10), new Vector3(1, 0, 100)]);
    const picture = renderInProcess(createScene([new Line(along, lineMaterial)]), createWideCamera(5), size);
    expect(picture.at(89, 45)[0]).toBeGreaterThan(0);
    expect(picture.at(10, 45)).toEqual(black);
  });

  it('are drawn for the edges of wireframe faces', () => {
    const mesh = new Mesh(new PlaneGeometry(4, 4), createUnlitMaterial('white', { wireframe: true }));
    const picture = renderInProcess(createScene([mesh]), createCamera(), size);
    expect([picture.at(45, 45)[0] > 0, picture.at(30, 40), picture.at(60, 50)]).toEqual([true, black, black]);
    expect(picture.at(25, 45)[0]).toBeGreaterThan(100);
  });

  it('as points are squares of at least one pixel, with a fixed size or shrinking with distance', () => {
    const points = (size3: number, sizeAttenuation: boolean) =>
      new Points(path([0, 0]), new PointsMaterial({ color: 'red', size: size3, sizeAttenuation }));
    const count = (node: Points) =>
      renderInProcess(createScene([node]), createWideCamera(9), size).count(red);
    expect([count(points(4, false)), count(points(2, true))]).toEqual([16, 100]);
    const tiny = renderInProcess(
      createScene([placeNode(points(0.001, true), 0.1, 0.1, 0)]),
      createWideCamera(9),
      size,
    );
    expect(tiny.count(black)).toBeLessThan(8_100);
  });
});

describe('a sprite', () => {
  it('faces the camera upright from any position', () => {
    const sprite = new Sprite(new SpriteMaterial({ color: 'red' }));
    sprite.scale.set(4, 2, 1);
    const view = createCamera();
    view.position.set(10, 0, 0);
    view.lookAt(0, 0, 0);
    const picture = renderInProcess(createScene([sprite]), view, size);
    expect([picture.count(red), picture.at(26, 45), picture.at(45, 36)]).toEqual([800, red, red]);
  });

  it('is rotated and shifted by its material and centre, and keeps its screen size without attenuation', () => {
    const sprite = new Sprite(new SpriteMaterial({ color: 'red', rotation: Math.PI / 2 }));
    sprite.scale.set(4, 2, 1);
    sprite.center.set(0, 0);
    const picture = renderInProcess(createScene([sprite]), createCamera(), size);
    expect([picture.count(red), picture.at(44, 6), picture.at(26, 44), picture.at(46, 44)]).toEqual([
      800,
      red,
      red,
      black,
    ]);
    const steady = new Sprite(new SpriteMaterial({ color: 'red', sizeAttenuation: false }));
    const count = (distance: number) =>
      renderInProcess(createScene([steady]), createWideCamera(distance), size).count(red);
    // The square takes up half the height of the picture, and its outermost pixels are only partly covered.
    expect([count(4), count(40)]).toEqual([44 * 44, 44 * 44]);
  });
});

describe('fog', () => {
  const wall = (material = createUnlitMaterial('white')) => new Mesh(new PlaneGeometry(100, 100), material);
  const renderInFog = (fog: Fog | FogExp2, mesh = wall(), view: Camera = createWideCamera(10)) => {
    const scene = createScene([mesh, new AmbientLight()]);
    scene.fog = fog;
    return renderInProcess(scene, view, size).at(80, 10);
  };

  it('grows with the distance along the view, and hides everything at its far distance', () => {
    const [near, far] = [5, 25];
    const fraction = 0.25 * 0.25 * (3 - 2 * 0.25);
    expect(renderInFog(new Fog(0, near, far))).toEqual(toGreyBytes(1 - fraction));
    expect(renderInFog(new Fog(0, near, far), wall(), createFlatCamera(4))).toEqual(
      toGreyBytes(1 - fraction),
    );
    expect([renderInFog(new Fog(0xff0000, 1, 9)), renderInFog(new Fog(0xff0000, 11, 12))]).toEqual([
      red,
      white,
    ]);
    expect(renderInFog(new FogExp2(0, 0.05))).toEqual(toGreyBytes(Math.exp(-0.25)));
  });

  it('varies across a single face', () => {
    const floor = new Mesh(new PlaneGeometry(40, 40).rotateX(-Math.PI / 2), createUnlitMaterial('white'));
    floor.position.y = -1;
    const scene = createScene([floor]);
    scene.fog = new Fog(0, 0, 12);
    const picture = renderInProcess(scene, createWideCamera(10), size);
    // The camera is 1 m above the floor, so the point halfway down the lower half of the picture is 2 m away.
    const byte = toReferenceSrgbByte(1 - (2 / 12) ** 2 * (3 - (2 * 2) / 12));
    expect(Math.abs((picture.at(45, 67)[0] + picture.at(45, 66)[0]) / 2 - byte)).toBeLessThan(3);
    expect(picture.at(45, 49)[0]).toBeLessThan(picture.at(45, 60)[0] - 30);
  });

  it('skips materials without fog, and the background', () => {
    expect(renderInFog(new Fog(0xff0000, 1, 9), wall(createUnlitMaterial('white', { fog: false })))).toEqual(
      white,
    );
    const empty = createScene([], 0x123456);
    empty.fog = new Fog(0xff0000, 1, 9);
    expect(renderInProcess(empty, createCamera(), size).count([0x12, 0x34, 0x56])).toBe(8_100);
  });
});

describe('the background', () => {
  it('is the color of the scene, or a dark default', () => {
    expect(renderInProcess(createScene([], 0x80c0ff), createCamera(), size).count([0x80, 0xc0, 0xff])).toBe(
      8_100,
    );
    const [r, g, b] = renderInProcess(new Scene(), createCamera(), size).at(0, 0);
    expect([r, g, b]).toEqual([
      toReferenceSrgbByte(0.02),
      toReferenceSrgbByte(0.025),
      toReferenceSrgbByte(0.04),
    ]);
  });
});
