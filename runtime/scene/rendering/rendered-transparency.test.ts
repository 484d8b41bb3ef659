import {
  AdditiveBlending,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  Float32BufferAttribute,
  Mesh,
  PlaneGeometry,
} from 'three';
import { describe, expect, it } from 'vitest';
import {
  black,
  toReferenceSrgbByte,
  renderInProcess,
  createFlatCamera,
  green,
  createUnlitMaterial,
  placeNode,
  red,
  createScene,
} from './testing-rendering.ts';
import type { Bytes } from './testing-rendering.ts';

const size = { width: 40, height: 40 };

/** Creates a pane that fills the view at a given z coordinate. */
const createPane = (z: number, color: string, more = {}) =>
  placeNode(
    new Mesh(
      new PlaneGeometry(1, 1),
      createUnlitMaterial(color, { transparent: true, opacity: 0.5, ...more }),
    ),
    0,
    0,
    z,
  );
const renderPanes = (panes: readonly Mesh[], background = 0) =>
  renderInProcess(createScene(panes, background), createFlatCamera(1), size).at(20, 20);

/** Half-transparent red over half-transparent green over black. */
const redOverGreen: Bytes = [toReferenceSrgbByte(0.5), toReferenceSrgbByte(0.25), 0];

describe('a transparent surface', () => {
  it('is blended with the background by its opacity, in linear light', () => {
    expect(renderPanes([createPane(0, 'red')], 0x0000ff)).toEqual([
      toReferenceSrgbByte(0.5),
      0,
      toReferenceSrgbByte(0.5),
    ]);
    expect(renderPanes([createPane(0, 'red', { opacity: 0.1 })])).toEqual([toReferenceSrgbByte(0.1), 0, 0]);
  });

  it('is opaque unless its material is transparent', () => {
    expect(renderPanes([createPane(0, 'red', { transparent: false })], 0x0000ff)).toEqual(red);
  });

  it('is blended over what is behind it, regardless of scene order', () => {
    const front = createPane(1, 'red');
    const back = createPane(0, 'lime');
    expect([renderPanes([front, back]), renderPanes([back, front])]).toEqual([redOverGreen, redOverGreen]);
  });

  it('is hidden by nearer opaque surfaces, and visible in front of farther ones', () => {
    const solid = (z: number) => createPane(z, 'lime', { transparent: false });
    expect([
      renderPanes([solid(1), createPane(0, 'red')]),
      renderPanes([createPane(0, 'red'), solid(1)]),
    ]).toEqual([green, green]);
    expect(renderPanes([createPane(1, 'red'), solid(0)])).toEqual([
      toReferenceSrgbByte(0.5),
      toReferenceSrgbByte(0.5),
      0,
    ]);
  });

  it('is drawn later with a greater render order', () => {
    const back = createPane(0, 'lime');
    back.renderOrder = 1;
    expect(renderPanes([createPane(1, 'red'), back])).toEqual([
      toReferenceSrgbByte(0.25),
      toReferenceSrgbByte(0.5),
      0,
    ]);
  });

  it('is blended over farther triangles of the same object', () => {
    const corners = (z: number) => [-1, -1, z, 1, -1, z, 0, 1, z];
    const repeatColor = (r: number, g: number) => [r, g, 0, r, g, 0, r, g, 0];
    const geometry = new BufferGeometry();
    // The nearer triangle comes first.
    geometry.setAttribute('position', new Float32BufferAttribute([...corners(1), ...corners(0)], 3));
    geometry.setAttribute(
      'color',
      new Float32BufferAttribute([...repeatColor(1, 0), ...repeatColor(0, 1)], 3),
    );
    const material = createUnlitMaterial('white', {
      transparent: true,
      opacity: 0.5,
      vertexColors: true,
      side: DoubleSide,
    });
    const mesh = new Mesh(geometry, material);
    expect(renderPanes([mesh])).toEqual(redOverGreen);
    mesh.rotation.y = Math.PI;
    expect(renderPanes([mesh])).toEqual([toReferenceSrgbByte(0.25), toReferenceSrgbByte(0.5), 0]);
  });

  it('has the opacity of its texture', () => {
    const map = new DataTexture(Uint8Array.from([255, 255, 255, 51]), 1, 1);
    map.needsUpdate = true;
    expect(renderPanes([createPane(0, 'red', { map, opacity: 1 })])).toEqual([
      toReferenceSrgbByte(0.2),
      0,
      0,
    ]);
  });

  it('disappears where its opacity is below the alpha test', () => {
    const renderWithAlphaTest = (alphaTest: number) => renderPanes([createPane(0, 'red', { alphaTest })]);
    expect([renderWithAlphaTest(0.4), renderWithAlphaTest(0.6)]).toEqual([
      [toReferenceSrgbByte(0.5), 0, 0],
      black,
    ]);
  });

  it('is added to the background with additive blending', () => {
    const added = { blending: AdditiveBlending };
    expect(renderPanes([createPane(0, 'red', added), createPane(1, 'red', added)], 0x0000ff)).toEqual([
      255, 0, 255,
    ]);
    expect(renderPanes([createPane(0, 'red', { ...added, opacity: 0.2 })], 0x00ff00)).toEqual([
      toReferenceSrgbByte(0.2),
      255,
      0,
    ]);
  });

  it('has smooth edges', () => {
    const half = new Mesh(
      new PlaneGeometry(1.05, 1),
      createUnlitMaterial('red', { transparent: true, opacity: 0.5 }),
    );
    half.position.x = 0.025;
    const picture = renderInProcess(createScene([half]), createFlatCamera(1), { width: 40, height: 40 });
    expect([picture.at(29, 20), picture.at(30, 20), picture.at(31, 20)]).toEqual([
      [toReferenceSrgbByte(0.5), 0, 0],
      [toReferenceSrgbByte(0.5), 0, 0],
      black,
    ]);
    half.position.x = 0;
    const moved = renderInProcess(createScene([half]), createFlatCamera(1), { width: 40, height: 40 });
    expect([moved.at(9, 20), moved.at(30, 20)]).toEqual([
      [toReferenceSrgbByte(0.25), 0, 0],
      [toReferenceSrgbByte(0.25), 0, 0],
    ]);
  });
});

describe('depth', () => {
  const solid = (z: number, color: string, more = {}) =>
    createPane(z, color, { transparent: false, ...more });

  it('is ignored without a depth test', () => {
    const behind = solid(0, 'red', { depthTest: false });
    expect(renderPanes([solid(1, 'lime'), behind])).toEqual(red);
    expect(renderPanes([createPane(1, 'lime'), createPane(0, 'red', { depthTest: false })])).toEqual([
      toReferenceSrgbByte(0.25),
      toReferenceSrgbByte(0.5),
      0,
    ]);
  });

  it.each([true, false])(
    'beyond the far plane hides a surface even without a depth test (transparent: %s)',
    (transparent) => {
      for (const depthTest of [true, false]) {
        const slanted = createPane(-89.5, 'red', { transparent, depthTest, side: DoubleSide });
        slanted.rotation.y = 1.2;
        slanted.scale.x = 20;
        const picture = renderInProcess(createScene([slanted]), createFlatCamera(1), size);
        expect([picture.at(10, 20)[0] > 100, picture.at(30, 20)]).toEqual([true, black]);
      }
    },
  );

  it('is not stored for surfaces without depth write', () => {
    expect(renderPanes([solid(1, 'red', { depthWrite: false }), solid(0, 'lime')])).toEqual(green);
    expect(renderPanes([solid(0, 'lime'), solid(1, 'red', { depthWrite: false })])).toEqual(red);
  });
});
