import {
  AmbientLight,
  BufferGeometry,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  PointLight,
  SphereGeometry,
  SpotLight,
} from 'three';
import { describe, expect, it } from 'vitest';
import {
  black,
  toReferenceSrgbByte,
  renderInProcess,
  createFlatCamera,
  toGreyBytes,
  createUnlitMaterial,
  placeNode,
  createScene,
} from './testing-rendering.ts';
import type { Material, Object3D } from 'three';

/** The origin is at the centre of a pixel, and there are 10 pixels per metre. */
const size = { width: 91, height: 91 };
const createCamera = () => createFlatCamera(4.55);
const middle = 45;

const createWall = (material: Material) => new Mesh(new PlaneGeometry(8, 8), material);
const createMatteMaterial = () => new MeshLambertMaterial();

/** Renders a wall that fills the view, and returns its color at a distance in metres to the right of its centre. */
const renderLitWall = (lights: readonly Object3D[], material: Material = createMatteMaterial(), right = 0) =>
  renderInProcess(createScene([createWall(material), ...lights]), createCamera(), size).at(
    middle + right * 10,
    middle,
  );

const createSun = (x: number, y: number, z: number, intensity = Math.PI): DirectionalLight =>
  placeNode(new DirectionalLight('white', intensity), x, y, z);

describe('light', () => {
  it('from a directional light depends on the cosine of the angle, and is zero from behind', () => {
    const at = (angle: number) => renderLitWall([createSun(Math.sin(angle), 0, Math.cos(angle))]);
    expect([at(0), at(Math.PI / 3), at(1.6)]).toEqual([toGreyBytes(1), toGreyBytes(0.5), black]);
  });

  it('from a directional light comes from its position towards its target', () => {
    const sun = createSun(10, 0, 0);
    sun.target.position.set(10 - Math.sin(Math.PI / 3), 0, -0.5);
    expect(renderLitWall([sun, sun.target])).toEqual(toGreyBytes(0.5));
  });

  it('from ambient and hemisphere lights is the same everywhere, or depends on the direction', () => {
    expect(renderLitWall([new AmbientLight('white', Math.PI / 2)])).toEqual(toGreyBytes(0.5));
    const sky = (y: number, z: number) =>
      renderLitWall([placeNode(new HemisphereLight(0xff0000, 0x0000ff, Math.PI), 0, y, z)]);
    expect([sky(0, 1), sky(0, -1)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
    expect(sky(1, 0)).toEqual([toReferenceSrgbByte(0.5), 0, toReferenceSrgbByte(0.5)]);
  });

  it('from a point light falls with the square of the distance, and fades to zero at its range', () => {
    const point = (range: number, decay = 2) =>
      renderLitWall([placeNode(new PointLight('white', 2 * Math.PI, range, decay), 0, 0, 2)]);
    expect([point(0), point(4), point(2)]).toEqual([
      toGreyBytes(0.5),
      toGreyBytes(0.5 * (1 - 0.5 ** 4) ** 2),
      black,
    ]);
    expect(point(0, 3)).toEqual(toGreyBytes(0.25));
  });

  it('from a spot light stays within its cone, and fades at the edge', () => {
    const spot = (right: number, penumbra: number) =>
      renderLitWall(
        [placeNode(new SpotLight('white', 2 * Math.PI, 0, 0.5, penumbra), 0, 0, 2)],
        createMatteMaterial(),
        right,
      );
    const getExpected = (right: number): number => {
      const distance = Math.hypot(right, 2);
      return ((2 / distance) * 2) / distance ** 2;
    };
    expect([spot(0, 0), spot(1, 0), spot(1.2, 0)]).toEqual([
      toGreyBytes(0.5),
      toGreyBytes(getExpected(1)),
      black,
    ]);
    const fraction = (Math.cos(Math.atan(0.4)) - Math.cos(0.5)) / (Math.cos(0.25) - Math.cos(0.5));
    expect(spot(0.8, 0.5)).toEqual(toGreyBytes(getExpected(0.8) * fraction * fraction * (3 - 2 * fraction)));
  });

  it('is added to the emissive color of a surface', () => {
    const glowing = new MeshStandardMaterial({ color: 0, emissive: 'lime', emissiveIntensity: 0.5 });
    expect(renderLitWall([new AmbientLight('white', 1)], glowing)).toEqual([0, toReferenceSrgbByte(0.5), 0]);
  });

  it('leaves black surfaces black, and falls back to a default in a scene without lights', () => {
    const hiddenLight = new PointLight('white', 10);
    hiddenLight.visible = false;
    expect([renderLitWall([hiddenLight]), renderLitWall([new AmbientLight('white', 0)])]).toEqual([
      black,
      black,
    ]);
    expect(renderLitWall([])[0]).toBeGreaterThan(100);
  });

  it('from a light on a layer that the camera does not see has no effect', () => {
    const sun = createSun(0, 0, 1);
    sun.layers.set(3);
    expect(renderLitWall([sun])).toEqual(black);
  });

  it('has no effect on unlit surfaces', () => {
    expect(renderLitWall([createSun(0, 0, 1, 0.1)], createUnlitMaterial(0x336699))).toEqual([
      0x33, 0x66, 0x99,
    ]);
  });
});

describe('a highlight', () => {
  it.each([0.5, 0.7])('matches the formula for roughness %d', (roughness) => {
    // Light, view and normal have the same direction, so the reflectance is 0.04 / (4 alpha²) with alpha = roughness².
    const surface = new MeshStandardMaterial({ color: 0, roughness });
    expect(renderLitWall([createSun(0, 0, 1)], surface)).toEqual(toGreyBytes(0.01 / roughness ** 4));
  });

  it.each([0, 2])('matches the formula for shininess %d', (shininess) => {
    const surface = new MeshPhongMaterial({ color: 0, specular: 'white', shininess });
    expect(renderLitWall([createSun(0, 0, 1)], surface)).toEqual(toGreyBytes(0.25 * (shininess / 2 + 1)));
  });

  it('has the color of the metal, which otherwise reflects only ambient light', () => {
    const gold = new MeshStandardMaterial({ color: 'yellow', metalness: 1, roughness: 0.7 });
    const [r, g, b] = renderLitWall([createSun(0, 0, 1)], gold);
    expect([r, g, b]).toEqual([255, 255, 0]);
    gold.roughness = 0.2;
    expect(renderLitWall([createSun(Math.sin(1.2), 0, Math.cos(1.2))], gold)[0]).toBeLessThan(20);
    expect(renderLitWall([new AmbientLight('white', Math.PI)], gold)).toEqual([255, 255, 0]);
  });
});

describe('normals', () => {
  /** Creates two slopes of 45° that meet in a ridge facing the camera. Normals are averaged at the ridge. */
  const roof = () => {
    const geometry = new BufferGeometry();
    const corners = [-2, -2, -2, 0, -2, 0, 0, 2, 0, 2, -2, -2, 0, 2, 0, 0, -2, 0];
    geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
    const slope = Math.SQRT1_2;
    const normals = [-slope, 0, slope, 0, 0, 1, 0, 0, 1, slope, 0, slope, 0, 0, 1, 0, 0, 1];
    geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
    return geometry;
  };
  const besideRidge = (mesh: Mesh) =>
    renderInProcess(createScene([mesh, createSun(0, 0, 1)]), createCamera(), size).at(middle - 1, middle)[0];

  it('are interpolated over a face, unless it is flat or has none', () => {
    const smooth = besideRidge(new Mesh(roof(), createMatteMaterial()));
    const flat = besideRidge(new Mesh(roof(), new MeshLambertMaterial({ flatShading: true })));
    const withoutNormals = roof();
    withoutNormals.deleteAttribute('normal');
    expect(smooth).toBeGreaterThan(toReferenceSrgbByte(0.99));
    expect([flat, besideRidge(new Mesh(withoutNormals, createMatteMaterial()))]).toEqual([
      toReferenceSrgbByte(Math.SQRT1_2),
      toReferenceSrgbByte(Math.SQRT1_2),
    ]);
  });

  it('stay perpendicular on stretched and mirrored surfaces', () => {
    const slanted = () => new Mesh(new PlaneGeometry(4, 4).rotateY(Math.PI / 4), createMatteMaterial());
    const stretched = slanted();
    stretched.scale.z = 0.5;
    const mirrored = slanted();
    mirrored.scale.set(-1, 1, 0.5);
    const byte = toReferenceSrgbByte(2 / Math.sqrt(5));
    expect([besideRidge(stretched), besideRidge(mirrored)]).toEqual([byte, byte]);
  });

  it('point to the camera on both sides of a double-sided face', () => {
    const mesh = createWall(new MeshLambertMaterial({ side: DoubleSide }));
    mesh.rotation.y = Math.PI;
    const flat = createWall(new MeshLambertMaterial({ side: DoubleSide, flatShading: true }));
    flat.rotation.y = Math.PI;
    expect([besideRidge(mesh), besideRidge(flat)]).toEqual([255, 255]);
  });

  it('shade a ball smoothly: brightest towards the light, then by the cosine of the angle', () => {
    const ball = new Mesh(new SphereGeometry(4, 64, 32), createMatteMaterial());
    const picture = renderInProcess(createScene([ball, createSun(0, 0, 1)]), createCamera(), size);
    for (const right of [0, 1, 2, 3]) {
      const light = Math.sqrt(1 - (right / 4) ** 2);
      expect(Math.abs(picture.at(middle + right * 10, middle)[0] - toReferenceSrgbByte(light))).toBeLessThan(
        3,
      );
    }
  });
});
