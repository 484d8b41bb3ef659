import {
  BoxGeometry,
  DirectionalLight,
  Matrix4,
  Mesh,
  PerspectiveCamera,
  PointLight,
  SpotLight,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { updateShadows } from './scene-shadows.ts';

const createCamera = (distance: number): PerspectiveCamera => {
  const camera = new PerspectiveCamera();
  camera.position.set(0, 0, distance);
  camera.updateMatrixWorld();
  return camera;
};

const createBox = (x: number, size = 1): Mesh => {
  const box = new Mesh(new BoxGeometry(size, size, size));
  box.matrixWorld = new Matrix4().makeTranslation(x, 0, 0);
  box.castShadow = true;
  return box;
};

const createSun = (brightness: number, castsShadow = true): DirectionalLight => {
  const sun = new DirectionalLight();
  sun.color.setScalar(brightness);
  sun.position.set(0, 1, 0);
  sun.userData.castsShadow = castsShadow;
  return sun;
};

test('only the brightest light that casts shadows casts them', () => {
  const spot = Object.assign(new SpotLight(), { userData: { castsShadow: true } });
  spot.color.setScalar(50);
  spot.position.set(0, 10, 0);
  const lights = [createSun(1), createSun(2), createSun(3, false), spot, new PointLight()];
  updateShadows(lights, [createBox(0)], createCamera(10));
  expect(lights.map(({ castShadow }) => castShadow)).toEqual([false, true, false, false, false]);
  spot.position.set(0, 2, 0);
  updateShadows(lights, [createBox(0)], createCamera(10));
  expect(lights.map(({ castShadow }) => castShadow)).toEqual([false, false, false, true, false]);
});

test('the shadow map covers what the camera sees, not a floor that is far larger', () => {
  const sun = createSun(1);
  const boxes = [createBox(-2), createBox(2), createBox(0, 200)];
  updateShadows([sun], boxes, createCamera(10));
  const { right, left } = sun.shadow.camera;
  expect(right - left).toBeGreaterThan(10);
  expect(right - left).toBeLessThan(40);
  const direction = sun.position.clone().sub(sun.target.position).normalize();
  expect(direction.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-6);
});

test('a small movement of the camera leaves the shadow map where it is', () => {
  const sun = createSun(1);
  const boxes = [createBox(-2), createBox(2)];
  const camera = createCamera(10);
  updateShadows([sun], boxes, camera);
  const before = sun.target.position.clone();
  camera.position.x += 0.001;
  camera.updateMatrixWorld();
  updateShadows([sun], boxes, camera);
  expect(sun.target.position.distanceTo(before)).toBeLessThan(1e-9);
});
