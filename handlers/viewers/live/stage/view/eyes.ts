import { type Box3, OrthographicCamera, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { ShownCamera } from '#spec/scene-changes.ts';

type Lens = PerspectiveCamera | OrthographicCamera;

/** What the scene is seen through: a free camera that the reader turns, or that of the scene. */
interface Eyes {
  readonly free: PerspectiveCamera;
  readonly controls: OrbitControls;
  /** The one that is looked through, as it stands in a view of this aspect. */
  at(aspect: number, own: ShownCamera | null): Lens;
  /** Puts the free camera where that of the scene is. */
  standAt(own: ShownCamera, center: Vector3): void;
  /** Moves the free camera so that it sees all of a box. */
  frame(box: Box3): void;
}

/** @param onChange told when the free camera has moved */
export const createEyes = (
  element: HTMLElement,
  throughCamera: () => boolean,
  onChange: () => void,
): Eyes => {
  const free = new PerspectiveCamera(50, 1, 0.05, 5_000);
  free.position.set(6, 4, 8);
  const controls = new OrbitControls(free, element);
  controls.keyPanSpeed = 20;
  controls.listenToKeyEvents(element);
  controls.addEventListener('change', onChange);
  let lens: Lens = new PerspectiveCamera();

  return {
    free,
    controls,
    at(aspect, own) {
      controls.enabled = !(own && throughCamera());
      if (own && throughCamera()) {
        lens = takeAfter(lens, own, aspect);
        return lens;
      }
      free.aspect = aspect;
      free.updateProjectionMatrix();
      return free;
    },
    standAt(own, center) {
      free.matrix.fromArray(own.matrix);
      free.matrix.decompose(free.position, free.quaternion, free.scale);
      free.scale.setScalar(1);
      if (own.kind === 'perspective') free.fov = own.fieldOfView;
      const ahead = new Vector3(0, 0, -1).applyQuaternion(free.quaternion);
      const distance = Math.max(1, center.clone().sub(free.position).dot(ahead));
      controls.target.copy(free.position).addScaledVector(ahead, distance);
      controls.update();
    },
    frame(box) {
      if (box.isEmpty()) return;
      const { center, radius } = box.getBoundingSphere(new Sphere());
      const narrow = Math.min(1, free.aspect);
      const distance = Math.max(radius, 0.2) / Math.sin((free.fov * Math.PI) / 360) / narrow;
      const back = free.position.clone().sub(controls.target).normalize();
      controls.target.copy(center);
      free.position.copy(center).addScaledVector(back, distance * 1.15);
      controls.update();
    },
  };
};

/** A camera that sees what that of the scene sees; what it sees from bottom to top stays as it is. */
const takeAfter = (last: Lens, own: ShownCamera, aspect: number): Lens => {
  const lens =
    own.kind === 'perspective' ? asPerspective(last, own, aspect) : asOrthographic(last, own, aspect);
  lens.near = own.near;
  lens.far = own.far;
  lens.updateProjectionMatrix();
  lens.matrix.fromArray(own.matrix);
  lens.matrix.decompose(lens.position, lens.quaternion, lens.scale);
  lens.scale.setScalar(1);
  return lens;
};

const asPerspective = (
  last: Lens,
  { fieldOfView }: Extract<ShownCamera, { kind: 'perspective' }>,
  aspect: number,
): PerspectiveCamera => {
  const lens = last instanceof PerspectiveCamera ? last : new PerspectiveCamera();
  lens.fov = fieldOfView;
  lens.aspect = aspect;
  return lens;
};

const asOrthographic = (
  last: Lens,
  { height }: Extract<ShownCamera, { kind: 'orthographic' }>,
  aspect: number,
): OrthographicCamera => {
  const lens = last instanceof OrthographicCamera ? last : new OrthographicCamera();
  lens.top = height / 2;
  lens.bottom = -height / 2;
  lens.right = (height / 2) * aspect;
  lens.left = -lens.right;
  return lens;
};
