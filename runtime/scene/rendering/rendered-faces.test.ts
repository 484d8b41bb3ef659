import {
  BackSide,
  BoxGeometry,
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  FrontSide,
  Group,
  InstancedMesh,
  Color,
  Matrix4,
  Mesh,
  PerspectiveCamera,
  PlaneGeometry,
} from 'three';
import { describe, expect, it } from 'vitest';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRasterizer } from '../../kernels/rasterizer/rasterizer.ts';
import { decodeTexture } from './decode-texture.ts';
import {
  black,
  blue,
  renderInProcess,
  createFlatCamera,
  green,
  toGreyBytes,
  createUnlitMaterial,
  placeNode,
  red,
  createScene,
  white,
  createWideCamera,
} from './testing-rendering.ts';

const smallSize = { width: 90, height: 90 };
const createQuad = () => new PlaneGeometry(2, 2);

describe('the view of a camera', () => {
  it('shows a cube with the exact size of its nearest face', () => {
    // The face is 4.5 m away, where the picture shows 9 m: 10 pixels per metre.
    const picture = renderInProcess(
      createScene([new Mesh(new BoxGeometry(1, 1, 1), createUnlitMaterial('white'))]),
      createWideCamera(5),
      smallSize,
    );
    expect([picture.at(40, 40), picture.at(49, 49), picture.at(39, 45), picture.at(50, 45)]).toEqual([
      white,
      white,
      black,
      black,
    ]);
    expect([picture.count(white), picture.count(black)]).toEqual([100, 8_000]);
  });

  it('weights a partly covered pixel by its coverage', () => {
    // At 10 pixels per metre, the right edge of the plane runs through the middle of a pixel.
    const edge = placeNode(new Mesh(new PlaneGeometry(1.05, 1), createUnlitMaterial('white')), 0.025, 0, 0);
    const picture = renderInProcess(createScene([edge]), createFlatCamera(4.5), smallSize);
    expect([picture.at(49, 45), picture.at(50, 45), picture.at(51, 45)]).toEqual([
      white,
      toGreyBytes(0.5),
      black,
    ]);
  });

  it('has the right orientation, and an orthographic view keeps its height at any aspect', () => {
    const marks = [
      placeNode(new Mesh(createQuad(), createUnlitMaterial('red')), -8, 4, 0),
      placeNode(new Mesh(createQuad(), createUnlitMaterial('lime')), 8, 4, 0),
      placeNode(new Mesh(createQuad(), createUnlitMaterial('blue')), -8, -4, 0),
    ];
    const picture = renderInProcess(createScene(marks), createFlatCamera(5), { width: 180, height: 100 });
    expect([picture.at(5, 5), picture.at(175, 5), picture.at(5, 95), picture.at(175, 95)]).toEqual([
      red,
      green,
      blue,
      black,
    ]);
    expect(picture.count(red)).toBe(400);
  });

  it('follows the position, rotation and zoom of the camera and its parents, but not its scale', () => {
    const parent = placeNode(new Group(), 100, 0, 0);
    const camera = createWideCamera(5);
    parent.add(camera);
    parent.rotation.y = Math.PI / 2;
    camera.scale.setScalar(3);
    camera.zoom = 2;
    const cube = placeNode(new Mesh(new BoxGeometry(1, 1, 1), createUnlitMaterial('white')), 100, 0, 0);
    expect(renderInProcess(createScene([cube]), camera, smallSize).count(white)).toBe(400);
  });

  it('shows the nearer one of two intersecting boxes, on both sides of the intersection', () => {
    const redBox = new Mesh(new BoxGeometry(6, 2, 2), createUnlitMaterial('red'));
    const limeBox = new Mesh(new BoxGeometry(6, 2, 2), createUnlitMaterial('lime'));
    redBox.rotation.y = 0.3;
    limeBox.rotation.y = -0.3;
    for (const order of [
      [redBox, limeBox],
      [limeBox, redBox],
    ]) {
      const picture = renderInProcess(createScene(order), createFlatCamera(4.5), smallSize);
      // After a rotation to the left, the right end is nearer.
      expect([picture.at(30, 45), picture.at(43, 45), picture.at(46, 45), picture.at(60, 45)]).toEqual([
        red,
        red,
        green,
        green,
      ]);
    }
  });

  it('draws coplanar faces in scene order', () => {
    const same = [
      new Mesh(createQuad(), createUnlitMaterial('red')),
      new Mesh(createQuad(), createUnlitMaterial('lime')),
    ];
    for (const mesh of same) mesh.rotation.set(0.3, 0.4, 0);
    expect(renderInProcess(createScene(same), createWideCamera(3), smallSize).count(red)).toBe(0);
    same[0]!.renderOrder = 1;
    expect(renderInProcess(createScene(same), createWideCamera(3), smallSize).count(green)).toBe(0);
  });

  it('clips the ground at the near plane instead of dropping it', () => {
    const ground = new Mesh(
      new PlaneGeometry(2_000, 2_000).rotateX(-Math.PI / 2),
      createUnlitMaterial('lime'),
    );
    const camera = new PerspectiveCamera(90, 1, 0.1, 1_000);
    camera.position.y = 1;
    const picture = renderInProcess(createScene([ground]), camera, smallSize);
    for (const x of [0, 45, 89]) {
      expect([picture.at(x, 44), picture.at(x, 46), picture.at(x, 89)]).toEqual([black, green, green]);
    }
  });

  it('shows nothing nearer than the near plane or beyond the far plane', () => {
    const camera = createFlatCamera(4.5);
    camera.near = 9;
    camera.far = 11;
    const quads = [0.9, 1.1, -0.9, -1.1].map((z, i) =>
      placeNode(new Mesh(createQuad(), createUnlitMaterial('white')), i * 2 - 3, 0, z),
    );
    const picture = renderInProcess(createScene(quads), camera, smallSize);
    expect([15, 35, 55, 75].map((x) => picture.at(x, 45))).toEqual([white, black, white, black]);
  });

  it('hides invisible nodes with their children, and nodes on other layers', () => {
    const hidden = new Group();
    hidden.visible = false;
    hidden.add(placeNode(new Mesh(createQuad(), createUnlitMaterial('red')), -3, 0, 0));
    const onLayer = placeNode(new Mesh(createQuad(), createUnlitMaterial('lime')), 0, 0, 0);
    onLayer.layers.set(5);
    // Layers apply to each node separately, so the child of a hidden node is visible.
    onLayer.add(placeNode(new Mesh(createQuad(), createUnlitMaterial('blue')), 3, 0, 0));
    const scene = createScene([hidden, onLayer]);
    const camera = createFlatCamera(4.5);
    const counts = (): number[] => {
      const picture = renderInProcess(scene, camera, smallSize);
      return [red, green, blue].map(picture.count);
    };
    expect(counts()).toEqual([0, 0, 400]);
    camera.layers.enable(5);
    expect(counts()).toEqual([0, 400, 400]);
    camera.layers.set(5);
    expect(counts()).toEqual([0, 400, 0]);
  });
});

describe('faces', () => {
  it.each([
    ['front', FrontSide, [400, 0, 0, 400]],
    ['back', BackSide, [0, 400, 400, 0]],
    ['both', DoubleSide, [400, 400, 400, 400]],
  ] as const)('are visible from the %s', (_, side, counts) => {
    const countVisible = (isRotated: boolean, mirrored: boolean): number => {
      const mesh = new Mesh(createQuad(), createUnlitMaterial('white', { side }));
      if (isRotated) mesh.rotation.y = Math.PI;
      if (mirrored) mesh.scale.y = -1;
      return renderInProcess(createScene([mesh]), createFlatCamera(4.5), smallSize).count(white);
    };
    expect([
      countVisible(false, false),
      countVisible(true, false),
      countVisible(true, true),
      countVisible(false, true),
    ]).toEqual([counts[0], counts[1], counts[2], counts[3]]);
  });

  it('use the materials of their groups, and are hidden in groups without a visible one', () => {
    const box = new BoxGeometry(2, 2, 2);
    const hidden = createUnlitMaterial('white');
    hidden.visible = false;
    // The materials are for the sides +x, -x, +y, -y, +z and -z.
    const materials = [
      createUnlitMaterial('red'),
      createUnlitMaterial('red'),
      createUnlitMaterial('lime'),
      createUnlitMaterial('lime'),
      createUnlitMaterial('blue'),
      hidden,
    ];
    const countVisibleFrom = (rotation: readonly [number, number, number]) => {
      const mesh = new Mesh(box, materials);
      mesh.rotation.set(...rotation);
      return renderInProcess(createScene([mesh]), createFlatCamera(4.5), smallSize).at(45, 45);
    };
    expect(countVisibleFrom([0, 0, 0])).toEqual(blue);
    expect(countVisibleFrom([0, -Math.PI / 2, 0])).toEqual(red);
    expect(countVisibleFrom([Math.PI / 2, 0, 0])).toEqual(green);
    expect(countVisibleFrom([0, Math.PI, 0])).toEqual(black);
  });

  it('respect the draw range of the geometry', () => {
    const geometry = createQuad();
    const count = () =>
      renderInProcess(
        createScene([new Mesh(geometry, createUnlitMaterial('white'))]),
        createFlatCamera(4.5),
        smallSize,
      ).count(white);
    const full = count();
    geometry.setDrawRange(3, 3);
    const half = count();
    expect([full, Math.round(half / 20)]).toEqual([400, 10]);
    geometry.setDrawRange(0, 1);
    expect(count()).toBe(0);
  });

  it('meet without gaps and without overlap', () => {
    const geometry = new PlaneGeometry(6, 6, 7, 5);
    const pane = new Mesh(geometry, createUnlitMaterial('white', { transparent: true, opacity: 0.5 }));
    pane.rotation.z = 0.4;
    const picture = renderInProcess(createScene([pane]), createFlatCamera(4.5), smallSize);
    const middle = new Set<string>();
    for (let y = 25; y < 65; y += 1) for (let x = 25; x < 65; x += 1) middle.add(picture.at(x, y).join());
    expect([...middle]).toEqual([toGreyBytes(0.5).join()]);
  });

  it('interpolate vertex colors', () => {
    const geometry = createQuad();
    const colors = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1];
    geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
    const mesh = new Mesh(geometry, createUnlitMaterial('white', { vertexColors: true }));
    const picture = renderInProcess(createScene([mesh]), createFlatCamera(1), { width: 100, height: 100 });
    const [r, g, b] = picture.at(25, 50);
    expect([r, g, b]).toEqual([toGreyBytes(0.745)[0], 0, toGreyBytes(0.255)[0]]);
  });

  it('are drawn for every instance, each with its color', () => {
    const mesh = new InstancedMesh(createQuad(), createUnlitMaterial('white'), 2);
    mesh.setMatrixAt(0, new Matrix4().makeTranslation(-1, 0, 0));
    mesh.setMatrixAt(1, new Matrix4().makeTranslation(1, 0, 0));
    mesh.setColorAt(0, new Color('red'));
    mesh.setColorAt(1, new Color('blue'));
    mesh.position.y = 2;
    const picture = renderInProcess(createScene([mesh]), createFlatCamera(4.5), smallSize);
    expect([picture.at(35, 25), picture.at(55, 25), picture.count(red), picture.count(blue)]).toEqual([
      red,
      blue,
      400,
      400,
    ]);
  });

  it('follow changes of the geometry that set `needsUpdate`', () => {
    const geometry = createQuad();
    const scene = createScene([new Mesh(geometry, createUnlitMaterial('white'))]);
    const describeFrame = createFrameDescriber();
    const rasterise = createRasterizer(decodeTexture);
    const lit = () =>
      rasterise(describeFrame(scene, createFlatCamera(4.5), smallSize)).pixels.filter(
        (byte, i) => i % 4 === 0 && byte > 0,
      ).length;
    const before = lit();
    const position = geometry.getAttribute('position');
    for (const i of [0, 1]) position.setY(i, 3);
    position.needsUpdate = true;
    const higher = lit();
    geometry.setAttribute('position', new PlaneGeometry(1, 1).getAttribute('position'));
    const replaced = lit();
    geometry.setIndex([0, 2, 1]);
    expect([before, higher, replaced, lit() < replaced]).toEqual([400, 800, 100, true]);
  });

  it('with invalid coordinates are skipped, and the others are drawn', () => {
    const broken = new BufferGeometry();
    const numbers = [
      Number.NaN,
      0,
      0,
      1,
      0,
      0,
      0,
      1,
      0,
      Number.POSITIVE_INFINITY,
      0,
      0,
      1,
      1,
      0,
      0,
      0,
      1e300,
    ];
    broken.setAttribute('position', new Float32BufferAttribute(numbers, 3));
    const outside = createQuad();
    outside.setIndex([0, 2, 1, 7, 8, 9, 0, 1, 99]);
    const objects = [
      new Mesh(broken, createUnlitMaterial('red')),
      new Mesh(new BufferGeometry(), createUnlitMaterial('red')),
      placeNode(new Mesh(outside, createUnlitMaterial('lime')), -3, 0, 0),
      placeNode(new Mesh(createQuad(), createUnlitMaterial('white')), 3, 0, 0),
    ];
    const flattened = new Mesh(createQuad(), createUnlitMaterial('red'));
    flattened.scale.x = 0;
    const picture = renderInProcess(createScene([...objects, flattened]), createFlatCamera(4.5), smallSize);
    expect([picture.count(red), picture.count(white)]).toEqual([0, 400]);
    expect(picture.count(green)).toBeGreaterThan(100);
  });
});
