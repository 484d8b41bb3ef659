import {
  CanvasTexture,
  Group,
  type OrthographicCamera,
  type PerspectiveCamera,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  type Texture,
  type Vector3,
} from 'three';
import { getOrCreate } from '../../session/store-helpers.ts';
import type { SceneHelper } from './scene-helpers.ts';
import type { WorldTransform } from './helper-transforms.ts';

/** The size of an icon on the screen, in CSS pixels. */
const spriteSizePx = 26;

interface SpriteView {
  readonly camera: PerspectiveCamera | OrthographicCamera;
  readonly height: number;
  /** The tag of the object that provides the camera. No icon is shown for this object. */
  readonly activeCamera: string | undefined;
  readonly selected: string | undefined;
  readonly getTransform: (object: string) => WorldTransform | undefined;
}

/** Creates the icons for lights and cameras. The icons have the same size on the screen at any distance. */
export const createHelperSprites = (selectedColor: string) => {
  const group = new Group();
  const sprites: Sprite[] = [];
  const icons = new Map<HelperIconKind, Texture>();

  const spriteAt = (i: number): Sprite => {
    const existing = sprites[i];
    if (existing) return existing;
    const created = new Sprite(new SpriteMaterial({ depthTest: false }));
    sprites.push(created);
    group.add(created);
    return created;
  };

  const updateSprite = (sprite: Sprite, helper: SceneHelper, view: SpriteView): void => {
    const { object } = helper;
    const transform = view.getTransform(object);
    sprite.visible = transform !== undefined && object !== view.activeCamera;
    if (!transform) return;
    const kind = getIconKind(helper);
    const icon = getOrCreate(icons, kind, () => drawHelperIcon(kind));
    if (sprite.material.map !== icon) {
      sprite.material.map = icon;
      sprite.material.needsUpdate = true;
    }
    if (object === view.selected) sprite.material.color.setStyle(selectedColor);
    else sprite.material.color.setScalar(1);
    sprite.userData.object = object;
    sprite.position.setFromMatrixPosition(transform.matrix);
    sprite.scale.setScalar(spriteSizePx * getMetresPerPixel(view, sprite.position));
    sprite.updateMatrixWorld();
  };

  return {
    group,
    /** Returns the clickable icons. Each contains its object's tag. */
    sprites: (): Sprite[] => sprites.filter(({ visible }) => visible),
    show(helpers: readonly SceneHelper[], view: SpriteView): void {
      for (const [i, helper] of helpers.entries()) updateSprite(spriteAt(i), helper, view);
      for (const unused of sprites.splice(helpers.length)) {
        unused.removeFromParent();
        unused.material.dispose();
      }
    },
    close(): void {
      for (const icon of icons.values()) icon.dispose();
      for (const { material } of sprites) material.dispose();
    },
  };
};

const lightIconKinds = ['point', 'directional', 'spot', 'ambient'] as const satisfies HelperIconKind[];

const getIconKind = ({ kind, values }: SceneHelper): HelperIconKind => {
  if (kind === 'Camera') return 'camera';
  return lightIconKinds.find((lightKind) => lightKind === values.kind) ?? 'point';
};

/** Returns the size in metres that a CSS pixel has at a position in the world. */
const getMetresPerPixel = ({ camera, height }: SpriteView, position: Vector3): number => {
  if ('isOrthographicCamera' in camera) return (camera.top - camera.bottom) / camera.zoom / height;
  const depth = position.clone().applyMatrix4(camera.matrixWorldInverse).z;
  return (2 * Math.abs(depth) * Math.tan((camera.fov * Math.PI) / 360)) / height;
};

/** What an icon represents: a kind of light, or a camera. */
type HelperIconKind = 'point' | 'directional' | 'spot' | 'ambient' | 'camera';

const iconSizePx = 64;

/** The icons as SVG paths, in a square with sides of 24 units. */
const iconPaths: Readonly<Record<HelperIconKind, string>> = {
  point: 'M9 17h6M10 20h4M12 3a6 6 0 0 1 3.5 10.8c-.6.5-.9 1.2-.9 2.2H9.4c0-1-.3-1.7-.9-2.2A6 6 0 0 1 12 3z',
  directional:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  spot: 'M9 3h6l1 6H8zM8 9l-4 10M16 9l4 10M12 11v8M9.5 11l-2 8M14.5 11l2 8',
  ambient: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 4v16M12 8h7M12 12h8M12 16h7',
  camera: 'M3 7h11v10H3zM14 11l6-3v8l-6-3z',
};

/** Draws an icon in white with a dark outline, so that it is visible on any background. */
const drawHelperIcon = (kind: HelperIconKind): CanvasTexture => {
  const canvas = document.createElement('canvas');
  canvas.width = iconSizePx;
  canvas.height = iconSizePx;
  const context = canvas.getContext('2d');
  if (context) {
    context.scale(iconSizePx / 24, iconSizePx / 24);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    const path = new Path2D(iconPaths[kind]);
    for (const [style, width] of [
      ['rgb(0 0 0 / 75%)', 4],
      ['white', 1.8],
    ] as const) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.stroke(path);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
};
