import { Vector3 as ThreeVector3 } from 'three';
import { clampVectorToFinite } from '../../values/clamp-finite.ts';
import { followSmoothly } from './smooth-follow.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Motion } from './smooth-follow.ts';
import type { SceneCamera } from './scene-camera.ts';

/** What a camera follows, and how. */
export interface FollowRequest {
  /** The id of an object. */
  readonly target: string;
  /** Offset from the object along the axes of the world, in metres; by default the current one. */
  readonly offset?: Vector3 | undefined;
  /** Seconds of lag behind an object at constant speed; 0 means none. */
  readonly damping: number;
}

interface FollowState {
  readonly target: string;
  readonly offset: Vector3;
  readonly damping: number;
  /** The desired position at the last step. */
  goal: Vector3;
  velocity: Vector3;
}

/** World positions by object id; undefined for missing objects. */
export interface CameraPositions {
  findCamera(id: string): SceneCamera | undefined;
  findPosition(objectId: string): Vector3 | undefined;
  /** Moves a camera to a world position. */
  setPosition(camera: string, position: Vector3): void;
}

/** The cameras that follow objects. */
interface CameraFollowers {
  /** Replaces what the camera followed before. It does nothing without camera or target. */
  start(camera: string, request: FollowRequest): void;
  /** Stops a camera at its position. */
  stop(camera: string): void;
  /** Finds the id of the target of a camera. */
  findTarget(camera: string): string | undefined;
  /** Removes an object as camera and as target. */
  removeObject(objectId: string): void;
  /** Moves the cameras, after their targets have moved. */
  advance(deltaTime: number): void;
  state(): unknown;
}

const addVectors = (a: Vector3, b: Vector3): Vector3 =>
  clampVectorToFinite({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });

const subtractVectors = (a: Vector3, b: Vector3): Vector3 => addVectors(a, { x: -b.x, y: -b.y, z: -b.z });

const getCameraPosition = (camera: SceneCamera): Vector3 =>
  clampVectorToFinite(camera.getWorldPosition(new ThreeVector3()));

export const createCameraFollowers = ({
  findCamera,
  findPosition,
  setPosition,
}: CameraPositions): CameraFollowers => {
  const following = new Map<string, FollowState>();

  const move = (id: string, camera: SceneCamera, at: Vector3, state: FollowState, seconds: number): void => {
    const goal = addVectors(at, state.offset);
    // starts at the current position, because others may have moved the camera
    const motion: Motion = { position: getCameraPosition(camera), velocity: state.velocity };
    const next = followSmoothly(motion, state.goal, goal, state.damping, seconds);
    setPosition(id, clampVectorToFinite(next.position));
    state.velocity = next.velocity;
    state.goal = goal;
  };

  return {
    start(id, { target, offset, damping }) {
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
    stop(camera) {
      following.delete(camera);
    },
    findTarget: (camera) => following.get(camera)?.target,
    removeObject(objectId) {
      following.delete(objectId);
      for (const [camera, { target }] of following) if (target === objectId) following.delete(camera);
    },
    advance(deltaTime) {
      for (const [id, state] of following) {
        const camera = findCamera(id);
        const at = findPosition(state.target);
        if (camera && at) move(id, camera, at, state, deltaTime);
      }
    },
    state: () => [...following].map(([camera, state]) => ({ camera, ...state })),
  };
};
