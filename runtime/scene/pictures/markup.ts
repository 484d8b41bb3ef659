/** Texts and rectangles on top of a picture (register: C-164). */
import {
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  SRGBColorSpace,
} from 'three';
import { lazy } from '#spec/lazy.ts';
import { createFont } from '../text/font.ts';
import { textGeometry } from '../text/text-geometry.ts';
import type { Markup } from '#spec/actions/output-settings.ts';
import type { BufferGeometry, Scene } from 'three';
import type { SceneCamera } from '../cameras/scene-camera.ts';
import type { Font } from '../text/font.ts';
import type { PictureSize } from './describe/describe-view.ts';

type Element = Markup['elements'][number];

/** A piece of the markup, in heights of the picture from its middle, and how it stretches with the aspect. */
interface Drawn {
  readonly mesh: Mesh;
  place(aspect: number): void;
}

/** Behind everything else in the order of drawing. */
const lastOrder = 1_000_000;

const materialOf = ({ color: { r, g, b, a } }: Element): MeshBasicMaterial => {
  const material = new MeshBasicMaterial({
    transparent: true,
    opacity: a,
    depthTest: false,
    depthWrite: false,
    fog: false,
  });
  material.color.setRGB(r, g, b, SRGBColorSpace);
  return material;
};

const geometryOf = (element: Element, font: Font): BufferGeometry =>
  element.type === 'text'
    ? textGeometry(font, element.text, { size: element.size, depth: 0, align: element.align })
    : new PlaneGeometry(1, 1).translate(0.5, -0.5, 0);

const drawnOf = (element: Element, index: number, font: Font): Drawn => {
  const mesh = new Mesh(geometryOf(element, font), materialOf(element));
  mesh.renderOrder = lastOrder + index;
  mesh.layers.enableAll();
  return {
    mesh,
    place(aspect) {
      mesh.position.set((element.x - 0.5) * aspect, 0.5 - element.y, 0);
      if (element.type === 'rectangle') mesh.scale.set(element.width * aspect, element.height, 1);
    },
  };
};

/** From heights of the picture to the world: a plane right before the camera, as high as what it sees there. */
const planeBefore = (camera: SceneCamera): Matrix4 => {
  const { near, far, zoom } = camera;
  const distance = near + (far - near) * 1e-3;
  const isPerspective = camera instanceof PerspectiveCamera;
  const height = isPerspective
    ? 2 * distance * Math.tan((camera.fov / 360) * Math.PI)
    : camera.top - camera.bottom;
  const [right, up] = isPerspective
    ? [0, 0]
    : [(camera.left + camera.right) / 2, (camera.top + camera.bottom) / 2];
  const scale = height / zoom;
  return new Matrix4()
    .makeScale(scale, scale, 1)
    .setPosition(right, up, -distance)
    .premultiply(camera.matrixWorld);
};

/** Puts markup before cameras while pictures are described. */
export const createMarkupPlane = () => {
  const font = lazy(createFont);
  let built: { readonly of: Markup['elements']; readonly drawn: readonly Drawn[] } | undefined;

  const build = (elements: Markup['elements']): readonly Drawn[] => {
    if (built?.of === elements) return built.drawn;
    const drawn = elements.map((element, index) => drawnOf(element, index, font()));
    built = { of: elements, drawn };
    return drawn;
  };

  return <Result>(
    scene: Scene,
    camera: SceneCamera,
    { width, height }: PictureSize,
    elements: Markup['elements'],
    describe: () => Result,
  ): Result => {
    if (elements.length === 0) return describe();
    const plane = new Group();
    for (const { mesh, place } of build(elements)) {
      place(width / height);
      plane.add(mesh);
    }
    plane.matrixAutoUpdate = false;
    plane.matrix.copy(planeBefore(camera));
    scene.add(plane);
    try {
      return describe();
    } finally {
      scene.remove(plane);
      plane.clear();
    }
  };
};
