/** The elements that scene.spawn can create (C-44). Lengths are in metres. */
import { audioSourceComponent } from './components/audio-source-component.ts';
import { audioVisualiserComponent } from './components/audio-visualiser-component.ts';
import { cameraComponent } from './components/camera-component.ts';
import { lightComponent } from './components/light-component.ts';
import { meshComponent } from './components/mesh-component.ts';
import { particlesComponent } from './components/particles-component.ts';
import { shadowBoxComponent } from './components/shadow-box-component.ts';
import { text3dComponent } from './components/text-3d-component.ts';
import { vectorShapeComponent } from './components/vector-shape-component.ts';
import type { ComponentType } from './components/component-type.ts';
import type { PropertySchema, InferValues } from './components/property-schema.ts';
import type { SpawnableElement } from './objects/object-source.ts';
import type { Blueprint } from './scene-object.ts';

interface Spawnable extends Blueprint, SpawnableElement {}

const defineSpawnable = <S extends PropertySchema>(
  menuPath: string,
  toolTip: string,
  kind?: ComponentType<S>,
  values: Partial<InferValues<S>> = {},
): Spawnable => ({
  ...{ menuPath, toolTip },
  components: kind ? [{ kind, enabled: true, values: values as Blueprint['components'][0]['values'] }] : [],
  materials: [],
});

/** All spawnable elements, in listing order. */
export const spawnables: readonly Spawnable[] = [
  defineSpawnable('Empty', 'Only a transform, to group other objects under'),
  defineSpawnable('Primitives/Cube', 'A cube with edges of 1', meshComponent, { geometry: 'cube' }),
  defineSpawnable('Primitives/Sphere', 'A sphere of diameter 1', meshComponent, { geometry: 'sphere' }),
  defineSpawnable('Primitives/Capsule', 'A capsule of diameter 1 and height 2', meshComponent, {
    geometry: 'capsule',
  }),
  defineSpawnable('Primitives/Cylinder', 'A cylinder of diameter 1 and height 2', meshComponent, {
    geometry: 'cylinder',
  }),
  defineSpawnable('Primitives/Cone', 'A cone of diameter 1 and height 1', meshComponent, {
    geometry: 'cone',
  }),
  defineSpawnable('Primitives/Torus', 'A ring of diameter 1', meshComponent, { geometry: 'torus' }),
  defineSpawnable('Primitives/Plane', 'A plane of 10 by 10 on the ground', meshComponent, {
    geometry: 'plane',
  }),
  defineSpawnable('Lights/Directional Light', 'Parallel light, as from the sun', lightComponent, {
    kind: 'directional',
  }),
  defineSpawnable('Lights/Point Light', 'Light in all directions from a point', lightComponent, {
    kind: 'point',
  }),
  defineSpawnable('Lights/Spot Light', 'A cone of light', lightComponent, { kind: 'spot' }),
  defineSpawnable('Lights/Ambient Light', 'The same light everywhere', lightComponent, { kind: 'ambient' }),
  defineSpawnable('Camera', 'A perspective camera', cameraComponent),
  defineSpawnable('Text/3D Text', 'Text with depth', text3dComponent),
  defineSpawnable('Shapes/Vector Shape', 'A shape with the outline of an SVG path', vectorShapeComponent),
  defineSpawnable(
    'Shapes/Shadow Box',
    'A stack of plates with smaller and smaller openings',
    shadowBoxComponent,
  ),
  defineSpawnable('Audio/Audio Source', 'Plays a sound asset at its position', audioSourceComponent),
  defineSpawnable('Effects/Particles', 'Particles that rise, spread and fade', particlesComponent),
  defineSpawnable('Effects/Audio Visualiser', 'Bars that rise with the sound', audioVisualiserComponent),
];
