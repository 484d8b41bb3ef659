/** The elements that scene.spawn can make (register: C-44). Lengths are in metres. */
import {
  AmbientLight,
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  DirectionalLight,
  Group,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  SphereGeometry,
  SpotLight,
  TorusGeometry,
} from 'three';
import type { Object3D } from 'three';

export interface Spawnable {
  /** What `type` of scene.spawn takes; its last part is the default name. */
  readonly menuPath: string;
  readonly toolTip: string;
  readonly components: readonly string[];
  create(): Object3D;
}

/** Building a geometry costs more than all else in a spawn, so that objects of one primitive share theirs. */
const primitive = (name: string, toolTip: string, build: () => BufferGeometry): Spawnable => {
  let geometry: BufferGeometry | undefined;
  return {
    menuPath: `Primitives/${name}`,
    toolTip,
    components: ['Transform', 'Mesh'],
    create: () => {
      geometry ??= build();
      return new Mesh(geometry, new MeshStandardMaterial());
    },
  };
};

const light = (name: string, toolTip: string, create: () => Object3D): Spawnable => ({
  menuPath: `Lights/${name}`,
  toolTip,
  components: ['Transform', 'Light'],
  create,
});

/** A light that shines along its own -Z, so that turning it aims it; three.js would keep to a point of the world. */
const aimed = <L extends DirectionalLight | SpotLight>(source: L): L => {
  source.position.set(0, 0, 0);
  source.target.position.set(0, 0, -1);
  source.add(source.target);
  return source;
};

/** The plane of three.js stands upright; ours lies on the ground and faces up. */
const groundPlane = (): BufferGeometry => new PlaneGeometry(10, 10).rotateX(-Math.PI / 2);

/** The elements of one scene. */
export const createSpawnables = (): readonly Spawnable[] => [
  {
    menuPath: 'Empty',
    toolTip: 'Only a transform, to group other objects under',
    components: ['Transform'],
    create: () => new Group(),
  },
  primitive('Cube', 'A cube with edges of 1', () => new BoxGeometry()),
  primitive('Sphere', 'A sphere of diameter 1', () => new SphereGeometry(0.5)),
  primitive('Capsule', 'A capsule of diameter 1 and height 2', () => new CapsuleGeometry(0.5, 1)),
  primitive('Cylinder', 'A cylinder of diameter 1 and height 2', () => new CylinderGeometry(0.5, 0.5, 2)),
  primitive('Cone', 'A cone of diameter 1 and height 1', () => new ConeGeometry(0.5, 1)),
  primitive('Torus', 'A ring of diameter 1', () => new TorusGeometry(0.4, 0.1)),
  primitive('Plane', 'A plane of 10 by 10 that lies on the ground', groundPlane),
  light('Directional Light', 'Parallel light, as from the sun', () => aimed(new DirectionalLight())),
  light('Point Light', 'Light in all directions from a point', () => new PointLight()),
  light('Spot Light', 'A cone of light', () => aimed(new SpotLight())),
  light('Ambient Light', 'The same light everywhere', () => new AmbientLight()),
  {
    menuPath: 'Camera',
    toolTip: 'A perspective camera',
    components: ['Transform', 'Camera'],
    create: () => new PerspectiveCamera(),
  },
  {
    menuPath: 'Text/3D Text',
    toolTip: 'Text with depth',
    components: ['Transform', 'Mesh', 'Text'],
    create: () => new Mesh(new BufferGeometry(), new MeshStandardMaterial()),
  },
];

/** The last part of a menu path, which names what it makes. */
export const leafOf = (menuPath: string): string => menuPath.slice(menuPath.lastIndexOf('/') + 1);
