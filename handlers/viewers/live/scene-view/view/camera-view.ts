import { type Box3, OrthographicCamera, PerspectiveCamera, Sphere, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { RenderCamera } from '#spec/scene-changes.ts';

type ViewCamera = PerspectiveCamera | OrthographicCamera;

/** The view's camera: either a free camera that the user controls, or the scene's own camera. */
interface CameraView {
  readonly freeCamera: PerspectiveCamera;
  readonly controls: OrbitControls;
  /** Returns the active camera, adjusted to an aspect ratio. */
  getCamera(aspect: number, sceneCamera: RenderCamera | null): ViewCamera;
  /**
   * Moves the free camera to the position and direction of the scene's own camera. For a narrow picture, it is moved
   * further back, so that the picture shows as much to the left and right as a wide one.
   */
  moveToCamera(sceneCamera: RenderCamera, center: Vector3, aspect: number): void;
  /** Shows the ground around the origin from above, for a scene that is still empty. */
  showGround(): void;
  frameBox(box: Box3): void;
  /** Disables the free camera's controls while the pointer is used for something else. */
  setPaused(isPaused: boolean): void;
  /** Orbits the free camera around its target, by angles in radians to the right and down. */
  orbit(right: number, down: number): void;
  /** Pans the camera together with its target, by fractions of the distance between them. */
  pan(right: number, up: number): void;
  /** Multiplies the distance between the camera and its target. */
  scaleDistance(times: number): void;
}

/** Pictures with a lower ratio of width to height count as narrow. */
const wideAspect = 1.4;

const groundView = {
  fieldOfView: 32,
  position: new Vector3(6.5, 3.4, 9),
  target: new Vector3(0, 1.3, 0),
} as const;

/**
 * Creates the view's camera.
 * @param onChange called when the free camera has moved
 */
export const createCameraView = (
  element: HTMLElement,
  throughCamera: () => boolean,
  onChange: () => void,
): CameraView => {
  const freeCamera = new PerspectiveCamera(50, 1, 0.05, 5_000);
  freeCamera.position.set(6, 4, 8);
  const controls = new OrbitControls(freeCamera, element);
  controls.addEventListener('change', onChange);
  let sceneView: ViewCamera = new PerspectiveCamera();
  let isPaused = false;

  const getOffset = (): Vector3 => freeCamera.position.clone().sub(controls.target);
  const setOffset = (offset: Vector3): void => {
    freeCamera.position.copy(controls.target).add(offset);
    controls.update();
  };

  return {
    freeCamera,
    controls,
    getCamera(aspect, sceneCamera) {
      controls.enabled = !isPaused && !(sceneCamera && throughCamera());
      if (sceneCamera && throughCamera()) {
        sceneView = copySceneCamera(sceneView, sceneCamera, aspect);
        return sceneView;
      }
      freeCamera.aspect = aspect;
      freeCamera.updateProjectionMatrix();
      return freeCamera;
    },
    moveToCamera(sceneCamera, center, aspect) {
      freeCamera.matrix.fromArray(sceneCamera.matrix);
      freeCamera.matrix.decompose(freeCamera.position, freeCamera.quaternion, freeCamera.scale);
      freeCamera.scale.setScalar(1);
      if (sceneCamera.kind === 'perspective') freeCamera.fov = sceneCamera.fieldOfView;
      const forward = new Vector3(0, 0, -1).applyQuaternion(freeCamera.quaternion);
      const distance = Math.max(1, center.clone().sub(freeCamera.position).dot(forward));
      controls.target.copy(freeCamera.position).addScaledVector(forward, distance);
      setOffset(getOffset().multiplyScalar(Math.max(1, wideAspect / aspect)));
    },
    showGround() {
      freeCamera.fov = groundView.fieldOfView;
      freeCamera.position.copy(groundView.position);
      controls.target.copy(groundView.target);
      controls.update();
    },
    frameBox(box) {
      if (box.isEmpty()) return;
      const { center, radius } = box.getBoundingSphere(new Sphere());
      const widthFactor = Math.min(1, freeCamera.aspect);
      const distance = Math.max(radius, 0.2) / Math.sin((freeCamera.fov * Math.PI) / 360) / widthFactor;
      const offset = getOffset().setLength(distance * 1.15);
      controls.target.copy(center);
      setOffset(offset);
    },
    setPaused(paused) {
      isPaused = paused;
      controls.enabled = !paused;
    },
    orbit(right, down) {
      const { radius, theta, phi } = new Spherical().setFromVector3(getOffset());
      setOffset(new Vector3().setFromSpherical(new Spherical(radius, phi - down, theta + right).makeSafe()));
    },
    pan(right, up) {
      const offset = getOffset();
      controls.target.add(
        new Vector3(right, up, 0).multiplyScalar(offset.length()).applyQuaternion(freeCamera.quaternion),
      );
      setOffset(offset);
    },
    scaleDistance(times) {
      setOffset(getOffset().multiplyScalar(times));
    },
  };
};

/** Returns a camera that matches the scene's own camera, with the same vertical field of view. */
const copySceneCamera = (previous: ViewCamera, sceneCamera: RenderCamera, aspect: number): ViewCamera => {
  const camera =
    sceneCamera.kind === 'perspective'
      ? toPerspectiveCamera(previous, sceneCamera, aspect)
      : toOrthographicCamera(previous, sceneCamera, aspect);
  camera.near = sceneCamera.near;
  camera.far = sceneCamera.far;
  camera.updateProjectionMatrix();
  camera.matrix.fromArray(sceneCamera.matrix);
  camera.matrix.decompose(camera.position, camera.quaternion, camera.scale);
  camera.scale.setScalar(1);
  return camera;
};

const toPerspectiveCamera = (
  previous: ViewCamera,
  { fieldOfView }: Extract<RenderCamera, { kind: 'perspective' }>,
  aspect: number,
): PerspectiveCamera => {
  const camera = previous instanceof PerspectiveCamera ? previous : new PerspectiveCamera();
  camera.fov = fieldOfView;
  camera.aspect = aspect;
  return camera;
};

const toOrthographicCamera = (
  previous: ViewCamera,
  { height }: Extract<RenderCamera, { kind: 'orthographic' }>,
  aspect: number,
): OrthographicCamera => {
  const camera = previous instanceof OrthographicCamera ? previous : new OrthographicCamera();
  camera.top = height / 2;
  camera.bottom = -height / 2;
  camera.right = (height / 2) * aspect;
  camera.left = -camera.right;
  return camera;
};
