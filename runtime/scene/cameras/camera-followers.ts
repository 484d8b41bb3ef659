import { Vector3 as ThreeVector3 } from 'three';
import { clampVectorToFinite } from '../../values/clamp-finite.ts';
import { followSmoothly } from './smooth-follow.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Motion } from './smooth-follow.ts';
import type { SceneCamera } from './scene-camera.ts';

/** What a camera follows, and how. */
export interface FollowRequest {
  /** Id of an object. */
  readonly target: string;
  /** Where to be, from the object along the axes of the world, in metres; as now when absent. */
  readonly offset?: Vector3 | undefined;
  /** Seconds to lag behind an object that moves evenly; 0 keeps up exactly. */
  readonly damping: number;
}

interface FollowState {
  readonly target: string;
  readonly offset: Vector3;
  readonly damping: number;
  /** Where the camera was to be at the last step. */
  goal: Vector3;
  velocity: Vector3;
}

/** Where things of the scene are, by id; undefined for what is not there. */
export interface CameraPositions {
  findCamera(id: string): SceneCamera | undefined;
  /** In the world. */
  findPosition(objectId: string): Vector3 | undefined;
  /** Puts a camera to a place of the world. */
  setPosition(camera: string, position: Vector3): void;
}

/** The cameras that follow objects. */
interface CameraFollowers {
  /** Ends what the camera did before. Nothing happens without camera or target. */
  start(camera: string, request: FollowRequest): void;
  /** Lets a camera stay where it is. */
  stop(camera: string): void;
  /** The id of what a camera follows. */
  findTarget(camera: string): string | undefined;
  /** Nothing follows what is no more, and it follows nothing. */
  removeObject(objectId: string): void;
  /** Moves the cameras on, after what they follow has moved. */
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

  const move = (id: string, camera: SceneCamera, at: Vector3, how: FollowState, seconds: number): void => {
    const goal = addVectors(at, how.offset);
    // from where it is, not from where it was left: others may move it too
    const motion: Motion = { position: getCameraPosition(camera), velocity: how.velocity };
    const next = followSmoothly(motion, how.goal, goal, how.damping, seconds);
    setPosition(id, clampVectorToFinite(next.position));
    how.velocity = next.velocity;
    how.goal = goal;
  };

  return {
    start(id, { target, offset, damping }) {
      const camera = findCamera(id);
      const at = findPosition(target);
      if (!camera || !at) return;
      const kept = offset ?? subtractVectors(getCameraPosition(camera), at);
      const velocity = { x: 0, y: 0, z: 0 };
      following.set(id, { target, offset: kept, damping, goal: addVectors(at, kept), velocity });
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
      for (const [id, how] of following) {
        const camera = findCamera(id);
        const at = findPosition(how.target);
        if (camera && at) move(id, camera, at, how, deltaTime);
      }
    },
    state: () => [...following].map(([camera, how]) => ({ camera, ...how })),
  };
};
