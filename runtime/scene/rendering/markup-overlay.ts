/** Draws markup on top of a picture: text and rectangles (C-164). */
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
import { createFont, type Font } from '../text/font.ts';
import { createTextGeometry } from '../text/text-geometry.ts';
import type { Overlay } from '#spec/actions/output-settings.ts';
import type { BufferGeometry, Scene } from 'three';
import type { SceneCamera } from '../cameras/camera-view.ts';
import type { ImageSize } from './describe/describe-view.ts';

type MarkupElement = Overlay['elements'][number];

/**
 * A mesh of the markup. Its unit of length is the height of the picture, and its origin is the centre of the picture.
 */
interface MarkupMesh {
  readonly mesh: Mesh;
  updateForAspect(aspect: number): void;
}

/** This render order is high enough to draw the markup after everything else. */
const firstRenderOrder = 1_000_000;

const createElementMaterial = ({ color: { r, g, b, a } }: MarkupElement): MeshBasicMaterial => {
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

const createElementGeometry = (element: MarkupElement, font: Font): BufferGeometry =>
  element.type === 'text'
    ? createTextGeometry(font, element.text, { size: element.size, depth: 0, align: element.align })
    : new PlaneGeometry(1, 1).translate(0.5, -0.5, 0);

const createMarkupMesh = (element: MarkupElement, index: number, font: Font): MarkupMesh => {
  const mesh = new Mesh(createElementGeometry(element, font), createElementMaterial(element));
  mesh.renderOrder = firstRenderOrder + index;
  mesh.layers.enableAll();
  return {
    mesh,
    updateForAspect(aspect) {
      mesh.position.set((element.x - 0.5) * aspect, 0.5 - element.y, 0);
      if (element.type === 'rectangle') mesh.scale.set(element.width * aspect, element.height, 1);
    },
  };
};

/** Returns the matrix that places the markup on a plane just in front of the camera. */
const getOverlayMatrix = (camera: SceneCamera): Matrix4 => {
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

/** Creates an overlay that adds markup in front of a camera while a picture is described. */
export const createMarkupOverlay = () => {
  const font = lazy(createFont);
  let built: { readonly of: Overlay['elements']; readonly drawn: readonly MarkupMesh[] } | undefined;

  const build = (elements: Overlay['elements']): readonly MarkupMesh[] => {
    if (built?.of === elements) return built.drawn;
    const meshes = elements.map((element, index) => createMarkupMesh(element, index, font()));
    built = { of: elements, drawn: meshes };
    return meshes;
  };

  return <Result>(
    scene: Scene,
    camera: SceneCamera,
    { width, height }: ImageSize,
    elements: Overlay['elements'],
    describe: () => Result,
  ): Result => {
    if (elements.length === 0) return describe();
    const plane = new Group();
    for (const { mesh, updateForAspect } of build(elements)) {
      updateForAspect(width / height);
      plane.add(mesh);
    }
    plane.matrixAutoUpdate = false;
    plane.matrix.copy(getOverlayMatrix(camera));
    scene.add(plane);
    try {
      return describe();
    } finally {
      scene.remove(plane);
      plane.clear();
    }
  };
};
