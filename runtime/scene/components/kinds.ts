/** Every kind of component that objects can carry beside their transform and their materials. */
import { animation } from './animation.ts';
import { audioSource } from './audio-source.ts';
import { audioVisualiser } from './audio-visualiser.ts';
import { camera } from './camera.ts';
import { collider } from './collider.ts';
import { image } from './image.ts';
import { light } from './light.ts';
import { mesh } from './mesh.ts';
import { model } from './model.ts';
import { particles } from './particles.ts';
import { rigidBody } from './rigid-body.ts';
import { shadowBox } from './shadow-box.ts';
import { text3d } from './text-3d.ts';
import { vectorShape } from './vector-shape.ts';
import type { Kind } from './kind.ts';

export const kinds: ReadonlyMap<string, Kind> = new Map(
  (
    [
      ...[mesh, light, camera, text3d, rigidBody, collider, model, image],
      ...[vectorShape, shadowBox, particles, audioSource, audioVisualiser],
      ...[animation],
    ] as readonly Kind[]
  ).map((kind) => [kind.name, kind]),
);
