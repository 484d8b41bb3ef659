import { type Box3, OrthographicCamera, PerspectiveCamera, Sphere, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { RenderCamera } from '#spec/scene-changes.ts';

type ViewCamera = PerspectiveCamera | OrthographicCamera;

/** The camera of the view: a free one that the reader controls, or that of the scene. */
interface CameraView {
  readonly freeCamera: PerspectiveCamera;
  readonly controls: OrbitControls;
  /** Returns the active camera for an aspect ratio. */
  getCamera(aspect: number, own: RenderCamera | null): ViewCamera;
  /** Moves the free camera to that of the scene. */
  moveToCamera(own: RenderCamera, center: Vector3): void;
  /** Moves the free camera so that a box fits into view. */
  frameBox(box: Box3): void;
  /** Disables the free camera while the pointer does something else. */
  setPaused(isResting: boolean): void;
  /** Orbits around the target, by radians to the right and down. */
  orbit(right: number, down: number): void;
  /** Pans camera and target, by fractions of the distance between them. */
  pan(right: number, up: number): void;
  /** Multiplies the distance to the target. */
  scaleDistance(times: number): void;
}

/** @param onChange called when the free camera has moved */
export const createCameraView = (
  element: HTMLElement,
  throughCamera: () => boolean,
  onChange: () => void,
): CameraView => {
  const free = new PerspectiveCamera(50, 1, 0.05, 5_000);
  free.position.set(6, 4, 8);
  const controls = new OrbitControls(free, element);
  controls.addEventListener('change', onChange);
  let lens: ViewCamera = new PerspectiveCamera();
  let isResting = false;

  const arm = (): Vector3 => free.position.clone().sub(controls.target);
  const reach = (moved: Vector3): void => {
    free.position.copy(controls.target).add(moved);
    controls.update();
  };

  return {
    freeCamera: free,
    controls,
    getCamera(aspect, own) {
      controls.enabled = !isResting && !(own && throughCamera());
      if (own && throughCamera()) {
        lens = copySceneCamera(lens, own, aspect);
        return lens;
      }
      free.aspect = aspect;
      free.updateProjectionMatrix();
      return free;
    },
    moveToCamera(own, center) {
      free.matrix.fromArray(own.matrix);
      free.matrix.decompose(free.position, free.quaternion, free.scale);
      free.scale.setScalar(1);
      if (own.kind === 'perspective') free.fov = own.fieldOfView;
      const ahead = new Vector3(0, 0, -1).applyQuaternion(free.quaternion);
      const distance = Math.max(1, center.clone().sub(free.position).dot(ahead));
      controls.target.copy(free.position).addScaledVector(ahead, distance);
      controls.update();
    },
    frameBox(box) {
      if (box.isEmpty()) return;
      const { center, radius } = box.getBoundingSphere(new Sphere());
      const narrow = Math.min(1, free.aspect);
      const distance = Math.max(radius, 0.2) / Math.sin((free.fov * Math.PI) / 360) / narrow;
      const back = arm().setLength(distance * 1.15);
      controls.target.copy(center);
      reach(back);
    },
    setPaused(isHeld) {
      isResting = isHeld;
      controls.enabled = !isHeld;
    },
    orbit(right, down) {
      const { radius, theta, phi } = new Spherical().setFromVector3(arm());
      reach(new Vector3().setFromSpherical(new Spherical(radius, phi - down, theta + right).makeSafe()));
    },
    pan(right, up) {
      const back = arm();
      controls.target.add(
        new Vector3(right, up, 0).multiplyScalar(back.length()).applyQuaternion(free.quaternion),
      );
      reach(back);
    },
    scaleDistance(times) {
      reach(arm().multiplyScalar(times));
    },
  };
};

/** Returns a camera that matches that of the scene, with its vertical field of view. */
const copySceneCamera = (last: ViewCamera, own: RenderCamera, aspect: number): ViewCamera => {
  const lens =
    own.kind === 'perspective'
      ? toPerspectiveCamera(last, own, aspect)
      : toOrthographicCamera(last, own, aspect);
  lens.near = own.near;
  lens.far = own.far;
  lens.updateProjectionMatrix();
  lens.matrix.fromArray(own.matrix);
  lens.matrix.decompose(lens.position, lens.quaternion, lens.scale);
  lens.scale.setScalar(1);
  return lens;
};

const toPerspectiveCamera = (
  last: ViewCamera,
  { fieldOfView }: Extract<RenderCamera, { kind: 'perspective' }>,
  aspect: number,
): PerspectiveCamera => {
  const lens = last instanceof PerspectiveCamera ? last : new PerspectiveCamera();
  lens.fov = fieldOfView;
  lens.aspect = aspect;
  return lens;
};

const toOrthographicCamera = (
  last: ViewCamera,
  { height }: Extract<RenderCamera, { kind: 'orthographic' }>,
  aspect: number,
): OrthographicCamera => {
  const lens = last instanceof OrthographicCamera ? last : new OrthographicCamera();
  lens.top = height / 2;
  lens.bottom = -height / 2;
  lens.right = (height / 2) * aspect;
  lens.left = -lens.right;
  return lens;
};
