import fc from 'fast-check';
import { Box3, Frustum, Matrix4, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { boxInView } from './box-in-view.ts';
import { worldToScreen } from './projection.ts';
import { flatCamera, wideCamera } from './testing.ts';
import type { SceneCamera } from './scene-camera.ts';

const box = (centre: readonly [number, number, number], size: number): Box3 =>
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
    expect(boxInView(wideCamera(), box(centre, size))).toBe(extent);
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
    expect(boxInView(flatCamera(), box(centre, size))).toBe(extent);
  },
);

it('a box may be outside without lying beyond any one side of the view', () => {
  const camera = wideCamera();
  camera.rotation.z = Math.PI / 4;
  camera.updateMatrixWorld();
  const beside = new Box3(new Vector3(-20, -8, -5), new Vector3(-12, 0, 3));
  const sides = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  expect(new Frustum().setFromProjectionMatrix(sides).intersectsBox(beside)).toBe(true);
  expect(boxInView(camera, beside)).toBe('outside');
});

it('an empty box is outside', () => {
  expect(boxInView(wideCamera(), new Box3())).toBe('outside');
});

it('no point of a box that is outside is seen, and every point of one that is inside', () => {
  const metres = fc.double({ min: -30, max: 30, noNaN: true });
  const angle = fc.double({ min: -3, max: 3, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const cameras: readonly (() => SceneCamera)[] = [wideCamera, flatCamera];
  fc.assert(
    fc.property(
      ...([
        fc.constantFrom(...cameras),
        fc.tuple(angle, angle, angle),
        fc.tuple(metres, metres, metres),
      ] as const),
      ...([fc.double({ min: 0, max: 20, noNaN: true }), fc.array(fc.tuple(share, share, share))] as const),
      (create, angles, centre, size, shares) => {
        const camera = create();
        camera.rotation.set(...angles);
        const area = box(centre, size);
        const extent = boxInView(camera, area);
        for (const [x, y, z] of shares) {
          const point = new Vector3(x, y, z).multiplyScalar(size).add(area.min);
          const { visible } = worldToScreen(camera, point);
          if (visible) expect(extent).not.toBe('outside');
          else expect(extent).not.toBe('inside');
        }
      },
    ),
    { numRuns: 500 },
  );
});
