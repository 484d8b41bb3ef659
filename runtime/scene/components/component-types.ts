/** All types of components that objects can have in addition to their transform and their materials. */
import { animationComponent } from './animation-component.ts';
import { audioSourceComponent } from './audio-source-component.ts';
import { audioVisualiserComponent } from './audio-visualiser-component.ts';
import { cameraComponent } from './camera-component.ts';
import { colliderComponent } from './collider-component.ts';
import { imageComponent } from './image-component.ts';
import { lightComponent } from './light-component.ts';
import { meshComponent } from './mesh-component.ts';
import { modelComponent } from './model-component.ts';
import { particlesComponent } from './particles-component.ts';
import { rigidBodyComponent } from './rigid-body-component.ts';
import { shadowBoxComponent } from './shadow-box-component.ts';
import { text3dComponent } from './text-3d-component.ts';
import { vectorShapeComponent } from './vector-shape-component.ts';
import type { ComponentType } from './component-type.ts';

export const componentTypes: ReadonlyMap<string, ComponentType> = new Map(
  (
    [
      meshComponent,
      lightComponent,
      cameraComponent,
      text3dComponent,
      rigidBodyComponent,
      colliderComponent,
      modelComponent,
      imageComponent,
      vectorShapeComponent,
      shadowBoxComponent,
      particlesComponent,
      audioSourceComponent,
      audioVisualiserComponent,
      animationComponent,
    ] as readonly ComponentType[]
  ).map((kind) => [kind.name, kind]),
);
