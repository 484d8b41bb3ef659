import fc from 'fast-check';
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Line,
  Mesh,
  MeshStandardMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  Points,
  PointsMaterial,
} from 'three';
import { expect, it } from 'vitest';
import {
  renderInProcess,
  createFlatCamera,
  createUnlitMaterial,
  placeNode,
  red,
  createScene,
} from './testing-rendering.ts';
import type { Object3D } from 'three';

const size = { width: 40, height: 30 };

const oddNumber = fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, -1e30, 1e30, 1e-30, 1e9, -1e9);
const number = fc.oneof(
  { weight: 12, arbitrary: fc.double({ min: -5, max: 5, noNaN: true }) },
  { weight: 1, arbitrary: oddNumber },
);
const triple = fc.tuple(number, number, number);
const fraction = fc.double({ min: 0, max: 1, noNaN: true });

const material = fc
  .record({
    opacity: fraction,
    transparent: fc.boolean(),
    roughness: fraction,
    metalness: fraction,
    flatShading: fc.boolean(),
  })
  .map((properties) => new MeshStandardMaterial(properties));

const geometry = fc.array(triple, { maxLength: 30 }).chain((corners) =>
  fc.array(fc.nat(corners.length + 1), { maxLength: 40 }).map((index) => {
    const bufferGeometry = new BufferGeometry();
    bufferGeometry.setAttribute('position', new Float32BufferAttribute(corners.flat(), 3));
    if (index.length > 0) bufferGeometry.setIndex(index);
    return bufferGeometry;
  }),
);

const node: fc.Arbitrary<Object3D> = fc
  .tuple(geometry, material, fc.nat(2), triple, triple, triple, number)
  .map(([shape, surface, kind, position, rotation, scale, pointSize]) => {
    const object = [
      () => new Mesh(shape, surface),
      () => new Line(shape),
      () => new Points(shape, new PointsMaterial({ size: pointSize })),
    ][kind]!();
    object.position.set(...position);
    object.rotation.set(...rotation);
    object.scale.set(...scale);
    return object;
  });

const camera = fc.boolean().map((flat) => {
  const sceneCamera = flat ? new OrthographicCamera(-5, 5, 5, -5) : new PerspectiveCamera(60, 1, 0.1, 100);
  return placeNode(sceneCamera, 0, 0, 8);
});

it('any scene renders opaque and deterministically', () => {
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 6 }), camera, (nodes, view) => {
      const scene = createScene(nodes);
      const { pixels } = renderInProcess(scene, view, size);
      expect(renderInProcess(scene, view, size).pixels).toEqual(pixels);
      expect(pixels.every((byte, i) => i % 4 !== 3 || byte === 255)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it.each([1e9, 6e9, -6e9, -1e30])(
  'a face %d m away takes no time and covers nothing next to a near one',
  (far) => {
    const distantTriangles = Array.from({ length: 300 }, () => [-far, far, 0, far, far, 0, 0, far * 1.01, 0]);
    const geometry = new BufferGeometry();
    geometry.setAttribute(
      'position',
      new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 0, 1, 0, ...distantTriangles.flat()], 3),
    );
    const mesh = new Mesh(geometry, createUnlitMaterial('red', { side: DoubleSide }));
    const picture = renderInProcess(createScene([mesh]), createFlatCamera(2), size);
    // The triangle covers half of a square of 15 × 15 pixels, without its diagonal.
    expect(picture.count(red)).toBeGreaterThan(90);
    expect(picture.count(red)).toBeLessThan(113);
  },
);
