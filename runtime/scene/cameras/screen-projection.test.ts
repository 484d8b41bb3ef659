import fc from 'fast-check';
import { Group, PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import { screenToWorld, worldToScreen } from './screen-projection.ts';
import { precisionDigits, createFlatCamera, createWideCamera } from './testing-cameras.ts';
import type { SceneCamera } from './update-camera-matrices.ts';

const createVector = (x: number, y: number, z: number) => ({ x, y, z });

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
});

describe('a position in the image', () => {
  it.each([
    [{ x: 0.5, y: 0.5 }, createVector(0, 0, -10)],
    [{ x: 0, y: 0 }, createVector(-20, 10, -10)],
    [{ x: 1, y: 1 }, createVector(20, -10, -10)],
    [{ x: 0.75, y: 1.5 }, createVector(10, -20, -10)],
  ])('%j of a perspective camera', (screenPoint, point) => {
    const worldPoint = screenToWorld(createWideCamera({ x: 3 }), screenPoint, 10);
    expect(worldPoint.x).toBeCloseTo(point.x + 3, precisionDigits);
    expect(worldPoint.y).toBeCloseTo(point.y, precisionDigits);
    expect(worldPoint.z).toBeCloseTo(point.z, precisionDigits);
  });

  it('of an orthographic camera has the same offset at any depth', () => {
    for (const depth of [1, 10, 1000]) {
      const worldPoint = screenToWorld(createFlatCamera(), { x: 0.75, y: 1 }, depth);
      expect([worldPoint.x, worldPoint.y, worldPoint.z]).toEqual([2, -2, -depth]);
    }
  });

  it('is projected back to itself', () => {
    const fraction = fc.double({ min: 0, max: 1, noNaN: true });
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
        (create, position, angles, x, y, far, right, down) => {
          const camera = create();
          camera.position.set(...position);
          camera.rotation.set(...angles);
          // The offset creates an image whose centre is not the centre of the view.
          camera.setViewOffset(100, 100, 100 * right, 100 * down, 100, 100);
          camera.updateProjectionMatrix();
          const projected = worldToScreen(camera, screenToWorld(camera, { x, y }, far));
          expect(projected.x).toBeCloseTo(x, 10);
          expect(projected.y).toBeCloseTo(y, 10);
        },
      ),
    );
  });
});
