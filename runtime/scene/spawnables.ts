/** The elements that scene.spawn can make (register: C-44). Lengths are in metres. */
import { audioSource } from './components/audio-source.ts';
import { audioVisualiser } from './components/audio-visualiser.ts';
import { camera } from './components/camera.ts';
import { light } from './components/light.ts';
import { mesh } from './components/mesh.ts';
import { particles } from './components/particles.ts';
import { shadowBox } from './components/shadow-box.ts';
import { text3d } from './components/text-3d.ts';
import { vectorShape } from './components/vector-shape.ts';
import type { Kind } from './components/kind.ts';
import type { Slots, ValuesOf } from './components/slots.ts';
import type { Blueprint } from './blueprint.ts';

interface Spawnable extends Blueprint {
  /** What `type` of scene.spawn takes; its last part is the default name. */
  readonly menuPath: string;
  readonly toolTip: string;
}

const element = <S extends Slots>(
  menuPath: string,
  toolTip: string,
  kind?: Kind<S>,
  values: Partial<ValuesOf<S>> = {},
): Spawnable => ({
  ...{ menuPath, toolTip },
  parts: kind
    ? [{ kind: kind as Kind, enabled: true, values: values as Blueprint['parts'][0]['values'] }]
    : [],
  materials: [],
});

/** All elements, in the order in which they are listed. */
export const spawnables: readonly Spawnable[] = [
  element('Empty', 'Only a transform, to group other objects under'),
  element('Primitives/Cube', 'A cube with edges of 1', mesh, { geometry: 'cube' }),
  element('Primitives/Sphere', 'A sphere of diameter 1', mesh, { geometry: 'sphere' }),
  element('Primitives/Capsule', 'A capsule of diameter 1 and height 2', mesh, { geometry: 'capsule' }),
  element('Primitives/Cylinder', 'A cylinder of diameter 1 and height 2', mesh, { geometry: 'cylinder' }),
  element('Primitives/Cone', 'A cone of diameter 1 and height 1', mesh, { geometry: 'cone' }),
  element('Primitives/Torus', 'A ring of diameter 1', mesh, { geometry: 'torus' }),
  element('Primitives/Plane', 'A plane of 10 by 10 that lies on the ground', mesh, { geometry: 'plane' }),
  element('Lights/Directional Light', 'Parallel light, as from the sun', light, { kind: 'directional' }),
  element('Lights/Point Light', 'Light in all directions from a point', light, { kind: 'point' }),
  element('Lights/Spot Light', 'A cone of light', light, { kind: 'spot' }),
  element('Lights/Ambient Light', 'The same light everywhere', light, { kind: 'ambient' }),
  element('Camera', 'A perspective camera', camera),
  element('Text/3D Text', 'Text with depth', text3d),
  element('Shapes/Vector Shape', 'A shape with the outline of an SVG path', vectorShape),
  element('Shapes/Shadow Box', 'Plates one behind the other with ever smaller openings', shadowBox),
  element('Audio/Audio Source', 'Plays a sound of the assets from where it is', audioSource),
  element('Effects/Particles', 'Particles that rise, spread and fade', particles),
  element('Effects/Audio Visualiser', 'Bars that rise with what is heard', audioVisualiser),
];

/** The last part of a menu path, which names what it makes. */
export const leafOf = (menuPath: string): string => menuPath.slice(menuPath.lastIndexOf('/') + 1);
