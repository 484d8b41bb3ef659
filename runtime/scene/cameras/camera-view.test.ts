import { Group, OrthographicCamera, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { interpolateViews, createCameraWithView, offsetView, toCameraView } from './camera-view.ts';
import { precisionDigits, createFlatCamera, createWideCamera } from './testing-cameras.ts';

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
