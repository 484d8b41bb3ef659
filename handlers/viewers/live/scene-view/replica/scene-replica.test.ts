import {
  Bone,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DataTexture,
  DirectionalLight,
  FogExp2,
  InstancedMesh,
  Line,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  Scene,
  Skeleton,
  SkinnedMesh,
  SRGBColorSpace,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { createSceneChangeFeed } from '#runtime/scene/changes/scene-change-feed.ts';
import { decodeSceneChanges } from '../decode-scene-changes.ts';
import { createSceneReplica } from './scene-replica.ts';
import type { Object3D } from 'three';
import type { SceneObject } from '#runtime/scene/scene-object.ts';

const firstChangeMark = 5;

/** Creates a scene, and a replica that follows this scene. */
const createFollowedScene = () => {
  const root = new Scene();
  let looks = 0;
  const feed = createSceneChangeFeed({
    scene: {
      root,
      findByNode: ({ name }) => (name ? ({ tag: name } as SceneObject) : undefined),
      effects: { all: () => [] },
      structure: { version: 0 },
      // a new version on each read makes every change in a test visible
      appearance: {
        get version() {
          looks += 1;
          return looks;
        },
      },
    },
    cameras: { active: undefined, getView: () => undefined },
    firstMark: firstChangeMark,
  });
  const replica = createSceneReplica(
    () => Promise.reject(new Error('no files here')),
    () => {},
  );
  let mark: number | undefined;
  const sync = (since = mark): boolean => {
    const changes = decodeSceneChanges(feed.readChanges(0, since));
    mark = changes.head.mark;
    return replica.apply(changes);
  };
  const add = <T extends Object3D>(name: string, node: T): T => {
    node.name = name;
    root.add(node);
    return node;
  };
  const getMesh = (name: string): Mesh => replica.getObjectNodes(name)[0] as Mesh;
  return { root, replica, sync, add, getMesh };
};

test('moves what has moved, and gets unchanged data only once', () => {
  const { replica, sync, add, getMesh } = createFollowedScene();
  const cube = add('cube', new Mesh(new BoxGeometry(), new MeshStandardMaterial()));
  expect(sync()).toBe(true);
  const mesh = getMesh('cube');
  expect(mesh.geometry.getAttribute('position').count).toBe(24);
  expect(sync()).toBe(false);
  cube.position.set(1, 2, 3);
  expect(sync()).toBe(true);
  expect(getMesh('cube')).toBe(mesh);
  expect(new Vector3().setFromMatrixPosition(mesh.matrixWorld)).toEqual(new Vector3(1, 2, 3));
  cube.visible = false;
  expect(sync()).toBe(true);
  expect(replica.getObjectNodes('cube')).toEqual([]);
  expect(replica.sizes()).toEqual({ geometries: 0, surfaces: 0, images: 0 });
});

test('updates a changed surface, and recreates it only for another kind', () => {
  const { sync, add, getMesh } = createFollowedScene();
  const cube = add('cube', new Mesh(new BoxGeometry(), new MeshStandardMaterial({ color: 'red' })));
  sync();
  const mesh = getMesh('cube');
  const material = mesh.material as MeshStandardMaterial;
  expect(material).toBeInstanceOf(MeshStandardMaterial);
  expect(material.color.getHexString()).toBe('ff0000');
  const { version } = material;
  cube.material.color = new Color('#00ff80');
  cube.material.needsUpdate = true;
  sync();
  expect(material.color.getHexString()).toBe('00ff80');
  expect(material.version).toBe(version);
  cube.material.flatShading = true;
  cube.material.needsUpdate = true;
  sync();
  expect(material.version).toBeGreaterThan(version);
  cube.material = new MeshPhongMaterial({ shininess: 7 }) as unknown as MeshStandardMaterial;
  sync();
  expect((getMesh('cube').material as MeshPhongMaterial).shininess).toBe(7);
});

test('draws the parts of a geometry, each with its own surface', () => {
  const { replica, sync, add } = createFollowedScene();
  const red = new MeshBasicMaterial({ color: 'red' });
  const blue = new MeshBasicMaterial({ color: 'blue', wireframe: true });
  add('cube', new Mesh(new BoxGeometry(), [red, red, red, red, red, blue]));
  sync();
  const nodes = replica.getObjectNodes('cube') as Mesh[];
  expect(nodes).toHaveLength(6);
  expect(nodes.map(({ geometry }) => [geometry.drawRange.start, geometry.drawRange.count])).toEqual(
    [0, 6, 12, 18, 24, 30].map((start) => [start, 6]),
  );
  expect(new Set(nodes.map(({ geometry }) => geometry.index)).size).toBe(1);
  expect((nodes[5]!.material as MeshBasicMaterial).wireframe).toBe(true);
});

test('draws lines and points', () => {
  const { replica, sync, add } = createFollowedScene();
  const positions = new BufferGeometry().setAttribute(
    'position',
    new BufferAttribute(Float32Array.of(0, 0, 0, 1, 1, 1), 3),
  );
  add('line', new Line(positions));
  add('dots', new Points(positions, new PointsMaterial({ size: 3, sizeAttenuation: false })));
  sync();
  expect(replica.getObjectNodes('line')[0]).toBeInstanceOf(Line);
  const dots = replica.getObjectNodes('dots')[0] as Points<BufferGeometry, PointsMaterial>;
  expect(dots.material).toMatchObject({ size: 3, sizeAttenuation: false });
  expect(replica.sizes().geometries).toBe(1);
});

test('moves skinned vertices with their bones', () => {
  const { sync, add, getMesh } = createFollowedScene();
  const bone = new Bone();
  const geometry = new BoxGeometry();
  const { count } = geometry.getAttribute('position');
  const weights = Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(count * 4), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  const body = add('body', new SkinnedMesh(geometry, new MeshStandardMaterial()));
  body.add(bone);
  body.bind(new Skeleton([bone]));
  body.position.x = 10;
  sync();
  bone.position.y = 2;
  sync();
  const mesh = getMesh('body') as SkinnedMesh;
  const corner = mesh.getVertexPosition(0, new Vector3());
  expect(corner.applyMatrix4(mesh.matrixWorld)).toEqual(new Vector3(10.5, 2.5, 0.5));
});

test('applies morph weights and instance positions', () => {
  const { sync, add, getMesh } = createFollowedScene();
  const geometry = new BoxGeometry();
  geometry.morphAttributes.position = [geometry.getAttribute('position').clone() as BufferAttribute];
  const softMesh = add('soft', new Mesh(geometry, new MeshStandardMaterial()));
  const wood = add('wood', new InstancedMesh(new BoxGeometry(), new MeshStandardMaterial(), 2));
  wood.setMatrixAt(1, new Matrix4().makeTranslation(4, 0, 0));
  sync();
  softMesh.morphTargetInfluences = [0.25];
  sync();
  expect(getMesh('soft').morphTargetInfluences).toEqual([0.25]);
  const copies = getMesh('wood') as InstancedMesh;
  expect(copies.count).toBe(2);
  expect(copies.instanceMatrix.array[28]).toBe(4);
  wood.count = 1;
  sync();
  expect((getMesh('wood') as InstancedMesh).count).toBe(1);
});

test('applies the transform of a texture', () => {
  const { replica, sync, add, getMesh } = createFollowedScene();
  const map = new DataTexture(new Uint8Array(16).fill(200), 2, 2);
  map.flipY = true;
  map.colorSpace = SRGBColorSpace;
  add('picture', new Mesh(new BoxGeometry(), new MeshBasicMaterial({ map })));
  sync();
  const texture = (getMesh('picture').material as MeshBasicMaterial).map as DataTexture;
  expect(texture.colorSpace).toBe(SRGBColorSpace);
  expect(texture.image).toMatchObject({ width: 2, height: 2 });
  expect([0, 1].map((v) => new Vector3(0, v, 1).applyMatrix3(texture.matrix).y)).toEqual([1, 0]);
  expect(replica.sizes().images).toBe(1);
});

test('applies lights, fog and background', () => {
  const { root, replica, sync, add } = createFollowedScene();
  root.background = new Color(0.25, 0.5, 1);
  root.fog = new FogExp2('white', 0.1);
  const sun = add('sun', new DirectionalLight(new Color(1, 1, 0), 3));
  sync();
  const lights = replica.scene.getObjectsByProperty('isDirectionalLight', true) as DirectionalLight[];
  expect(lights.map(({ color }) => color.toArray())).toEqual([[3, 3, 0]]);
  expect((replica.scene.background as Color).toArray()).toEqual([0.25, 0.5, 1]);
  expect((replica.scene.fog as FogExp2).density).toBe(0.1);
  sun.intensity = 1;
  expect(sync()).toBe(true);
  expect(lights[0]!.color.toArray()).toEqual([1, 1, 0]);
});

test('rebuilds the whole scene when the service does not know its mark', () => {
  const { replica, sync, add, getMesh } = createFollowedScene();
  add('cube', new Mesh(new BoxGeometry(), new MeshStandardMaterial()));
  sync();
  const initialMesh = getMesh('cube');
  expect(sync(firstChangeMark - 1)).toBe(true);
  expect(replica.getObjectNodes('cube')).toHaveLength(1);
  expect(getMesh('cube')).not.toBe(initialMesh);
  expect(replica.sizes()).toEqual({ geometries: 1, surfaces: 1, images: 0 });
});
