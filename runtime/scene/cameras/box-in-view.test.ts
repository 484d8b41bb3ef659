import fc from 'fast-check';
import { Box3, Frustum, Matrix4, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { classifyBoxInView } from './box-in-view.ts';
import { screenToWorld, worldToScreen } from './screen-projection.ts';
import { createFlatCamera, createWideCamera } from './testing-cameras.ts';
import type { SceneCamera } from './update-camera-matrices.ts';

const createBox = (centre: readonly [number, number, number], size: number): Box3 =>
  new Box3().setFromCenterAndSize(new Vector3(...centre), new Vector3().setScalar(size));

it.each([
  [[0, 0, -10], 1, 'inside'],
  [[0, 0, -10], 20, 'partly'],
  [[0, 0, -1], 1, 'partly'],
  [[0, 0, -100], 1, 'partly'],
  [[0, 0, -102], 1, 'outside'],
  [[0, 0, 5], 1, 'outside'],
  [[10, 0, -10], 1, 'inside'],
  [[21, 0, -10], 4, 'partly'],
  [[-21, 0, -10], 4, 'partly'],
  [[0, 11, -10], 4, 'partly'],
  [[0, -11, -10], 4, 'partly'],
  [[24, 0, -10], 1, 'outside'],
  [[0, 13, -10], 1, 'outside'],
  [[0, 0, 0], 1000, 'partly'],
] as const)(
  'a box around %j with edges of %d m before a perspective camera is %s',
  (centre, size, extent) => {
    expect(classifyBoxInView(createWideCamera(), createBox(centre, size))).toBe(extent);
  },
);

it.each([
  [[0, 0, -50], 3, 'inside'],
  [[4, 0, -50], 1, 'partly'],
  [[4, 2, -50], 1, 'partly'],
  [[5, 0, -50], 1, 'outside'],
  [[0, 3, -50], 1, 'outside'],
  [[0, 0, 2], 1, 'outside'],
] as const)(
  'a box around %j with edges of %d m before an orthographic camera is %s',
  (centre, size, extent) => {
    expect(classifyBoxInView(createFlatCamera(), createBox(centre, size))).toBe(extent);
  },
);

it('a box may be outside without lying beyond any one side of the view', () => {
  const camera = createWideCamera();
  camera.rotation.z = Math.PI / 4;
  camera.updateMatrixWorld();
  const boxBeside = new Box3(new Vector3(-20, -8, -5), new Vector3(-12, 0, 3));
  const sides = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  expect(new Frustum().setFromProjectionMatrix(sides).intersectsBox(boxBeside)).toBe(true);
  expect(classifyBoxInView(camera, boxBeside)).toBe('outside');
});

it('an empty box is outside', () => {
  expect(classifyBoxInView(createWideCamera(), new Box3())).toBe('outside');
});

const numberInRange = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** A camera with any rotation, and a box around the camera or in front of it. */
const cameraAndBox = fc.tuple(
  fc.constantFrom<(() => SceneCamera)[]>(createWideCamera, createFlatCamera),
  fc.tuple(numberInRange(-3, 3), numberInRange(-3, 3), numberInRange(-3, 3)),
  fc.tuple(numberInRange(-30, 30), numberInRange(-30, 30), numberInRange(-30, 30)),
  numberInRange(0, 20),
);

const createTurnedCamera = (
  create: () => SceneCamera,
  angles: readonly [number, number, number],
): SceneCamera => {
  const camera = create();
  camera.rotation.set(...angles);
  camera.updateMatrixWorld();
  return camera;
};

/** Approximates the distance between a camera's view and a box by alternating projections. */
const measureDistance = (camera: SceneCamera, area: Box3): number => {
  const sides = new Frustum().setFromProjectionMatrix(
    new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
  ).planes;
  const point = area.getCenter(new Vector3());
  for (let round = 0; round < 2000; round++) {
    for (const side of sides) {
      const outsideBy = Math.min(0, side.distanceToPoint(point));
      point.addScaledVector(side.normal, -outsideBy);
    }
    area.clampPoint(point, point);
  }
  return Math.max(...sides.map((side) => -side.distanceToPoint(point)));
};

it('a box is outside exactly when it shares no point with the view', () => {
  fc.assert(
    fc.property(cameraAndBox, ([create, angles, centre, size]) => {
      const camera = createTurnedCamera(create, angles);
      const area = createBox(centre, size);
      const core = area.clone().expandByScalar(-1e-6);
      // Boxes that nearly touch the view may be classified either way.
      if (measureDistance(camera, area) > 0.02) expect(classifyBoxInView(camera, area)).toBe('outside');
      else if (!core.isEmpty() && measureDistance(camera, core) <= 0)
        expect(classifyBoxInView(camera, area)).not.toBe('outside');
    }),
    { numRuns: 300 },
  );
});

it('a box is outside when only one of its own faces separates it from the view', () => {
  const camera = createTurnedCamera(createFlatCamera, [0.3, -0.8, 0.4]);
  const corners = [1, 100].flatMap((depth) =>
    [0, 1].flatMap((x) => [0, 1].map((y) => screenToWorld(camera, { x, y }, depth))),
  );
  for (const axis of ['x', 'y', 'z'] as const) {
    const end = Math.max(...corners.map((corner) => corner[axis]));
    const area = createBox([0, 0, 0], 2000);
    area.min[axis] = end + 0.1;
    expect(classifyBoxInView(camera, area)).toBe('outside');
    area.min[axis] = end - 0.1;
    expect(classifyBoxInView(camera, area)).toBe('partly');
  }
});

it.each([
  [
    [0.2, 0.2, 0],
    [-18, 10, 2],
  ],
  [
    [0.8, 0.2, 0],
    [-14, -6, -2],
  ],
  [
    [0.2, 0.2, 0],
    [14, 10, -2],
  ],
  [
    [0.4, -0.4, 0],
    [22, -14, -2],
  ],
] as const)(
  'a box is outside when no face separates it, but a pair of edges: turned by %j, around %j',
  (angles, centre) => {
    expect(classifyBoxInView(createTurnedCamera(createWideCamera, [...angles]), createBox(centre, 8))).toBe(
      'outside',
    );
  },
);

it('every point of an inside box is visible, and no point of an outside one', () => {
  const fractions = fc.array(fc.tuple(numberInRange(0, 1), numberInRange(0, 1), numberInRange(0, 1)));
  fc.assert(
    fc.property(cameraAndBox, fractions, ([create, angles, centre, size], positions) => {
      const camera = createTurnedCamera(create, angles);
      const area = createBox(centre, size);
      const { min } = area;
      // Boxes that exactly touch the view may be classified either way.
      const [smaller, larger] = [-1e-9, 1e-9].map((by) =>
        classifyBoxInView(camera, area.clone().expandByScalar(by)),
      );
      for (const [x, y, z] of positions) {
        const point = new Vector3(x, y, z).multiplyScalar(size).add(min);
        const { visible } = worldToScreen(camera, point);
        if (visible) expect(larger).not.toBe('outside');
        else expect(smaller === 'inside' && larger === 'inside').toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});
