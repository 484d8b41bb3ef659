import fc from 'fast-check';
import { Group, OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import {
  interpolateViews,
  createCameraWithView,
  offsetView,
  toCameraView,
  worldToScreen,
} from './camera-view.ts';
import { precisionDigits, createFlatCamera, createWideCamera } from './testing-cameras.ts';
import type { SceneCamera } from './camera-view.ts';

const createVector = (x: number, y: number, z: number) => ({ x, y, z });

const createTurnedCamera = (degrees: number): Quaternion =>
  new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), (degrees * Math.PI) / 180);

describe('a view', () => {
  it('is at the world position of its camera', () => {
    const camera = createWideCamera({ z: 2 });
    const arm = new Group().add(camera);
    arm.position.set(1, 0, 0);
    arm.quaternion.copy(createTurnedCamera(90));
    const { position, orientation, extent } = toCameraView(camera);
    expect(position.distanceTo(new Vector3(3, 0, 0))).toBeLessThan(1e-12);
    expect(orientation.angleTo(createTurnedCamera(90))).toBeLessThan(1e-7);
    expect(extent).toEqual({ kind: 'fov', size: 90 });
    expect(toCameraView(createFlatCamera()).extent).toEqual({ kind: 'orthoSize', size: 2 });
  });

  it('interpolates position linearly, rotation by the shortest arc and width evenly', () => {
    const [from, to] = [createWideCamera(), createWideCamera({ x: 8, y: 4 })];
    from.quaternion.copy(createTurnedCamera(10));
    to.quaternion.copy(createTurnedCamera(-70));
    to.fov = 30;
    const { position, orientation, extent } = interpolateViews(toCameraView(from), toCameraView(to), 0.25);
    expect(position.toArray()).toEqual([2, 1, 0]);
    expect(Math.abs(orientation.dot(createTurnedCamera(-10)))).toBeCloseTo(1, precisionDigits);
    expect(extent).toEqual({ kind: 'fov', size: 75 });
  });

  it('is exact at both ends', () => {
    const [from, to] = [
      toCameraView(createWideCamera({ x: 0.1 })),
      toCameraView(createWideCamera({ x: 0.7 })),
    ];
    expect(interpolateViews(from, to, 0)).toBe(from);
    expect(interpolateViews(from, to, 1)).toBe(to);
    expect(interpolateViews(from, to, 1.1)).toBe(to);
  });

  it('has the extent of its target when the projections differ', () => {
    const [wide, flat] = [toCameraView(createWideCamera()), toCameraView(createFlatCamera())];
    expect(interpolateViews(wide, flat, 0.5).extent).toEqual(flat.extent);
    expect(interpolateViews(flat, wide, 0.5).extent).toEqual(wide.extent);
  });

  it('is moved within its own plane', () => {
    const camera = createWideCamera({ z: 3 });
    camera.quaternion.copy(createTurnedCamera(90));
    const { position } = offsetView(toCameraView(camera), { right: 2, up: 1 });
    // For a camera that looks along -X, -Z is to the right.
    expect(position.distanceTo(new Vector3(0, 1, 1))).toBeLessThan(1e-12);
  });
});

describe('a camera with another view', () => {
  it('copies the first, has no parent, and does not change it', () => {
    const camera = createWideCamera();
    camera.matrixAutoUpdate = false;
    camera.add(new Group());
    const arm = new Group().add(camera);
    arm.scale.setScalar(3);
    camera.scale.setScalar(2);
    const view = {
      ...toCameraView(camera),
      position: new Vector3(5, 0, 0),
      orientation: createTurnedCamera(90),
    };
    const copy = createCameraWithView(camera, { ...view, extent: { kind: 'fov', size: 45 } });
    expect(copy).toBeInstanceOf(PerspectiveCamera);
    expect(copy).toMatchObject({ fov: 45, aspect: 2, near: 1, far: 100, parent: null, children: [] });
    expect(copy.scale.toArray()).toEqual([1, 1, 1]);
    expect(toCameraView(copy).position.toArray()).toEqual([5, 0, 0]);
    expect(copy.projectionMatrix.elements[5]).toBeCloseTo(1 / Math.tan(Math.PI / 8), precisionDigits);
    expect(camera).toMatchObject({ fov: 90, parent: arm });
    expect(camera.position.toArray()).toEqual([0, 0, 0]);
  });

  it('preserves the proportions of an orthographic camera', () => {
    const copy = createCameraWithView(createFlatCamera(), {
      ...toCameraView(createFlatCamera()),
      extent: { kind: 'orthoSize', size: 3 },
    });
    expect(copy).toBeInstanceOf(OrthographicCamera);
    expect(copy).toMatchObject({ left: -6, right: 6, top: 3, bottom: -3 });
  });
});

describe('a point of the world', () => {
  // At a distance of 10 m, the wide camera shows an area of 40 m by 20 m.
  it.each([
    [createVector(0, 0, -10), 0.5, 0.5, true],
    [createVector(10, 0, -10), 0.75, 0.5, true],
    [createVector(0, 5, -10), 0.5, 0.25, true],
    [createVector(-19, -9, -10), 0.025, 0.95, true],
    [createVector(21, 0, -10), 1.025, 0.5, false],
    [createVector(0, 11, -10), 0.5, -0.05, false],
    [createVector(0, 0, -0.9), 0.5, 0.5, false],
    [createVector(0, 0, -1.1), 0.5, 0.5, true],
    [createVector(0, 0, -99), 0.5, 0.5, true],
    [createVector(0, 0, -101), 0.5, 0.5, false],
    // The point is behind the camera, on the right and above.
    [createVector(10, 5, 10), 0.75, 0.25, false],
  ])('%j before a perspective camera', (point, x, y, visible) => {
    const projected = worldToScreen(createWideCamera(), point);
    expect(projected.x).toBeCloseTo(x, precisionDigits);
    expect(projected.y).toBeCloseTo(y, precisionDigits);
    expect(projected.visible).toBe(visible);
  });

  it.each([
    [createVector(0, 0, -10), 0.5, 0.5, true],
    [createVector(2, 1, -10), 0.75, 0.25, true],
    [createVector(2, 1, -99), 0.75, 0.25, true],
    [createVector(-3, -1.5, -5), 0.125, 0.875, true],
    [createVector(5, 0, -10), 1.125, 0.5, false],
    [createVector(2, 1, 10), 0.75, 0.25, false],
  ])('%j before an orthographic camera', (point, x, y, visible) => {
    const projected = worldToScreen(createFlatCamera(), point);
    expect(projected.x).toBeCloseTo(x, precisionDigits);
    expect(projected.y).toBeCloseTo(y, precisionDigits);
    expect(projected.visible).toBe(visible);
  });

  it('is projected from the world transform of the camera, for any parents and scales', () => {
    const camera = new PerspectiveCamera(90, 1, 0.1, 100);
    const arm = new Group().add(camera);
    arm.position.set(1, 2, 3);
    arm.rotation.y = Math.PI / 2;
    arm.scale.setScalar(2);
    camera.position.set(0, 0, 5);
    // The camera is at (11, 2, 3) and looks along -X.
    const projected = worldToScreen(camera, createVector(1, 7, -2));
    expect(projected.x).toBeCloseTo(0.75, precisionDigits);
    expect(projected.y).toBeCloseTo(0.25, precisionDigits);
    arm.position.x += 10;
    expect(worldToScreen(camera, createVector(1, 7, -2)).y).toBeCloseTo(0.375, precisionDigits);
  });

  it('that cannot be projected has finite coordinates', () => {
    expect(worldToScreen(createWideCamera(), createVector(0, 0, 0))).toEqual({
      x: 0.5,
      y: 0.5,
      visible: false,
    });
    const projected = worldToScreen(createWideCamera(), createVector(1, -1, 0));
    expect(projected.visible).toBe(false);
    expect(projected.x).toBeGreaterThan(1e300);
    expect(projected.y).toBeGreaterThan(1e300);
    for (const size of [1e308, -1e308]) {
      const { x, y } = worldToScreen(createWideCamera({ x: -size }), createVector(size, size, size));
      expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
    }
  });

  it('agrees with the projection of three.js, for any camera', () => {
    const fraction = fc.double({ min: -2, max: 2, noNaN: true });
    const metres = fc.double({ min: -50, max: 50, noNaN: true });
    const angle = fc.double({ min: -3, max: 3, noNaN: true });
    const depth = fc.double({ min: 1.1, max: 90, noNaN: true });
    const shift = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    const cameras: readonly (() => SceneCamera)[] = [createWideCamera, createFlatCamera];
    fc.assert(
      fc.property(
        ...([
          fc.constantFrom(...cameras),
          fc.tuple(metres, metres, metres),
          fc.tuple(angle, angle, angle),
        ] as const),
        ...([fraction, fraction, depth, shift, shift] as const),
        (create, position, angles, across, up, far, right, down) => {
          const camera = create();
          camera.position.set(...position);
          camera.rotation.set(...angles);
          // The offset creates an image whose centre is not the centre of the view.
          camera.setViewOffset(100, 100, 100 * right, 100 * down, 100, 100);
          camera.updateProjectionMatrix();
          camera.updateMatrixWorld();
          const point = new Vector3(across * far, up * far, -far).applyMatrix4(camera.matrixWorld);
          const projected = worldToScreen(camera, point);
          const expected = point.clone().project(camera);
          expect(projected.x).toBeCloseTo((1 + expected.x) / 2, 8);
          expect(projected.y).toBeCloseTo((1 - expected.y) / 2, 8);
        },
      ),
    );
  });
});
