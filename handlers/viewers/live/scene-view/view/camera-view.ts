import { type Box3, OrthographicCamera, PerspectiveCamera, Sphere, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { RenderCamera } from '#spec/scene-changes.ts';

type ViewCamera = PerspectiveCamera | OrthographicCamera;

/** What the scene is seen through: a free camera that the reader turns, or that of the scene. */
interface CameraView {
  readonly freeCamera: PerspectiveCamera;
  readonly controls: OrbitControls;
  /** The one that is looked through, as it stands in a view of this aspect. */
  getCamera(aspect: number, own: RenderCamera | null): ViewCamera;
  /** Puts the free camera where that of the scene is. */
  moveToCamera(own: RenderCamera, center: Vector3): void;
  /** Moves the free camera so that it sees all of a box. */
  frameBox(box: Box3): void;
  /** Lets the pointer do something else than move the free camera. */
  setPaused(isResting: boolean): void;
  /** Moves the free camera about what it looks at, by radians to the right and down. */
  orbit(right: number, down: number): void;
  /** Moves the free camera and what it looks at, by shares of the distance between them. */
  pan(right: number, up: number): void;
  /** Moves the free camera so many times as far away from what it looks at. */
  scaleDistance(times: number): void;
}

/** @param onChange told when the free camera has moved */
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

/** A camera that sees what that of the scene sees; what it sees from bottom to top stays as it is. */
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
