import { Vector3 as ThreeVector3 } from 'three';
import { clampVectorToFinite } from '../../values/clamp-finite.ts';
import { followSmoothly, type Motion } from './smooth-follow.ts';
import type { Vector3 } from '#spec/values.ts';
import type { SceneCamera } from './camera-view.ts';

/** What a camera follows, and in which way. */
export interface FollowRequest {
  readonly target: string;
  /** The offset from the object along the world axes, in metres. By default, the current offset is kept. */
  readonly offset?: Vector3 | undefined;
  /** How many seconds the camera lags behind an object that moves at constant speed; 0 means no lag. */
  readonly damping: number;
}

interface FollowState {
  readonly target: string;
  readonly offset: Vector3;
  readonly damping: number;
  /** The desired camera position at the last step. */
  goal: Vector3;
  velocity: Vector3;
}

/** World positions keyed by object id; `undefined` for missing objects. */
export interface CameraPositions {
  findCamera(id: string): SceneCamera | undefined;
  findPosition(objectId: string): Vector3 | undefined;
  setPosition(camera: string, position: Vector3): void;
}

const addVectors = (a: Vector3, b: Vector3): Vector3 =>
  clampVectorToFinite({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });

const subtractVectors = (a: Vector3, b: Vector3): Vector3 => addVectors(a, { x: -b.x, y: -b.y, z: -b.z });

const getCameraPosition = (camera: SceneCamera): Vector3 =>
  clampVectorToFinite(camera.getWorldPosition(new ThreeVector3()));

export const createCameraFollowers = ({ findCamera, findPosition, setPosition }: CameraPositions) => {
  const following = new Map<string, FollowState>();

  const move = (id: string, camera: SceneCamera, at: Vector3, state: FollowState, seconds: number): void => {
    const goal = addVectors(at, state.offset);
    // The motion starts at the current position, because other code may have moved the camera.
    const motion: Motion = { position: getCameraPosition(camera), velocity: state.velocity };
    const next = followSmoothly(motion, state.goal, goal, state.damping, seconds);
    setPosition(id, clampVectorToFinite(next.position));
    state.velocity = next.velocity;
    state.goal = goal;
  };

  return {
    /**
     * Makes a camera follow an object instead of its previous target. Does nothing if the camera or the target is
     * missing.
     */
    start(id: string, { target, offset, damping }: FollowRequest) {
      const camera = findCamera(id);
      const at = findPosition(target);
      if (!camera || !at) return;
      const actualOffset = offset ?? subtractVectors(getCameraPosition(camera), at);
      const velocity = { x: 0, y: 0, z: 0 };
      following.set(id, {
        target,
        offset: actualOffset,
        damping,
        goal: addVectors(at, actualOffset),
        velocity,
      });
    },
    /** Makes a camera stop following, and leaves it at its current position. */
    stop(camera: string) {
      following.delete(camera);
    },
    findTarget: (camera: string): string | undefined => following.get(camera)?.target,
    /** Removes an object, both as a camera and as a target. */
    removeObject(objectId: string) {
      following.delete(objectId);
      for (const [camera, { target }] of following) if (target === objectId) following.delete(camera);
    },
    /** The number of cameras that follow an object. */
    get count(): number {
      return following.size;
    },
    /** Moves the cameras. Must be called after their targets have moved. */
    advance(deltaTime: number) {
      for (const [id, state] of following) {
        const camera = findCamera(id);
        const at = findPosition(state.target);
        if (camera && at) move(id, camera, at, state, deltaTime);
      }
    },
    state: (): unknown => [...following].map(([camera, state]) => ({ camera, ...state })),
  };
};
