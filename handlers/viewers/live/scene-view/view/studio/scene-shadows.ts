import {
  Box3,
  type Camera,
  DirectionalLight,
  InstancedMesh,
  type Light,
  MathUtils,
  Mesh,
  type Object3D,
  Quaternion,
  SkinnedMesh,
  Sphere,
  SpotLight,
  Vector3,
} from 'three';

type ShadowLight = DirectionalLight | SpotLight;

const mapSize = 2_048;

/** The softness of a shadow's edge, in texels of the map. */
const softness = 4;

/** How far shadows reach around the point that the camera looks at, as a multiple of its distance. */
const reach = 1.2;

/** The map's position moves in steps of this many texels, so that shadows don't flicker while the camera moves. */
const stepTexels = 16;

/**
 * Lets the brightest light that casts shadows cast them, and fits its map to what the camera sees. All other lights
 * cast none, because each would draw the scene once more.
 */
export const updateShadows = (lights: readonly Light[], nodes: readonly Object3D[], camera: Camera): void => {
  const candidates = lights.filter(isShadowLight);
  if (candidates.length === 0) return;
  const bounds = getCasterBounds(nodes);
  const brightest = findBrightest(candidates, bounds.center);
  for (const light of candidates) light.castShadow = light === brightest;
  if (!brightest) return;
  if (brightest.shadow.mapSize.x !== mapSize) {
    brightest.shadow.mapSize.setScalar(mapSize);
    brightest.shadow.radius = softness;
    brightest.shadow.bias = -0.0005;
  }
  if (brightest instanceof DirectionalLight) fitDirectionalShadow(brightest, bounds, camera);
};

const isShadowLight = (light: Light): light is ShadowLight =>
  (light instanceof DirectionalLight || light instanceof SpotLight) && light.userData.castsShadow === true;

const findBrightest = (lights: readonly ShadowLight[], center: Vector3): ShadowLight | undefined => {
  let brightest: ShadowLight | undefined;
  let highest = 0;
  for (const light of lights) {
    const { r, g, b } = light.color;
    const distance = light instanceof SpotLight ? Math.max(1, light.position.distanceTo(center)) : 1;
    const brightness = Math.max(r, g, b) / distance ** 2;
    if (brightness <= highest) continue;
    highest = brightness;
    brightest = light;
  }
  return brightest;
};

const getCasterBounds = (nodes: readonly Object3D[]): Sphere => {
  const box = new Box3();
  const sphere = new Sphere();
  const sphereBox = new Box3();
  for (const node of nodes) {
    if (!(node instanceof Mesh) || node instanceof SkinnedMesh || !node.castShadow) continue;
    const owner = node instanceof InstancedMesh ? node : node.geometry;
    if (!owner.boundingSphere) owner.computeBoundingSphere();
    if (!owner.boundingSphere || owner.boundingSphere.isEmpty()) continue;
    box.union(sphere.copy(owner.boundingSphere).applyMatrix4(node.matrixWorld).getBoundingBox(sphereBox));
  }
  return box.isEmpty() ? new Sphere(new Vector3(), 1) : box.getBoundingSphere(new Sphere());
};

const fitDirectionalShadow = (light: DirectionalLight, bounds: Sphere, camera: Camera): void => {
  const { shadow, target } = light;
  const focus = getFocus(bounds, camera);
  const direction = light.position.clone().sub(target.position).normalize();
  const texel = (2 * focus.radius) / mapSize;
  snapToSteps(focus.center, direction, texel * stepTexels);
  const distance = Math.min(bounds.radius, 4 * focus.radius) + focus.radius;
  target.position.copy(focus.center);
  light.position.copy(focus.center).addScaledVector(direction, distance);
  light.updateMatrixWorld();
  target.updateMatrixWorld();
  shadow.normalBias = 2 * texel;
  const shadowCamera = shadow.camera;
  shadowCamera.left = -focus.radius;
  shadowCamera.right = focus.radius;
  shadowCamera.top = focus.radius;
  shadowCamera.bottom = -focus.radius;
  shadowCamera.near = 0;
  shadowCamera.far = 2 * distance;
  shadowCamera.updateProjectionMatrix();
};

/** Returns the part of the scene that the camera looks at. Its radius is rounded, so that it rarely changes. */
const getFocus = (bounds: Sphere, camera: Camera): Sphere => {
  const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  const forward = camera.getWorldDirection(new Vector3());
  const depth = bounds.center.clone().sub(eye).dot(forward);
  const distance = MathUtils.clamp(depth, Math.min(bounds.radius, 5), 2 * bounds.radius + 5);
  const radius = Math.min(bounds.radius, reach * distance);
  return new Sphere(
    eye.addScaledVector(forward, distance),
    1.25 ** Math.ceil(Math.log(radius) / Math.log(1.25)),
  );
};

/** Rounds a point to multiples of a step in the plane to which a direction is perpendicular. */
const snapToSteps = (point: Vector3, direction: Vector3, step: number): void => {
  const toLight = new Quaternion().setFromUnitVectors(direction, new Vector3(0, 0, 1));
  point.applyQuaternion(toLight);
  point.set(Math.round(point.x / step) * step, Math.round(point.y / step) * step, point.z);
  point.applyQuaternion(toLight.invert());
};
