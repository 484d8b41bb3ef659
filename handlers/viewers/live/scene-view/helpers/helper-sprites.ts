import {
  Group,
  type PerspectiveCamera,
  type OrthographicCamera,
  Sprite,
  SpriteMaterial,
  type Vector3,
} from 'three';
import { drawHelperIcon } from './helper-icons.ts';
import type { Texture } from 'three';
import type { SceneHelper } from './read-helpers.ts';
import type { WorldTransform } from './world-transform.ts';
import type { HelperIconKind } from './helper-icons.ts';

/** The size of an icon on the screen, in CSS pixels. */
const spriteSizePx = 26;

interface SpriteView {
  readonly camera: PerspectiveCamera | OrthographicCamera;
  /** The view's height, in CSS pixels. */
  readonly height: number;
  /** The tag of the object that provides the camera. No icon is shown for this object. */
  readonly activeCamera: string | undefined;
  readonly selected: string | undefined;
  readonly getTransform: (object: string) => WorldTransform | undefined;
}

/** Creates the icons for lights and cameras. The icons have the same size on the screen at any distance. */
export const createHelperSprites = (selectedColor: string) => {
  const group = new Group();
  const icons = new Map<HelperIconKind, Texture>();

  const getIcon = (kind: HelperIconKind): Texture => {
    const existing = icons.get(kind);
    if (existing) return existing;
    const created = drawHelperIcon(kind);
    icons.set(kind, created);
    return created;
  };
  const spriteAt = (i: number): Sprite => {
    const existing = group.children[i] as Sprite | undefined;
    if (existing) return existing;
    const created = new Sprite(new SpriteMaterial({ depthTest: false }));
    group.add(created);
    return created;
  };

  const updateSprite = (sprite: Sprite, helper: SceneHelper, view: SpriteView): void => {
    const { object } = helper;
    const transform = view.getTransform(object);
    sprite.visible = transform !== undefined && object !== view.activeCamera;
    if (!transform) return;
    const icon = getIcon(getIconKind(helper));
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
    sprites: (): Sprite[] => (group.children as Sprite[]).filter(({ visible }) => visible),
    show(helpers: readonly SceneHelper[], view: SpriteView): void {
      for (const [i, helper] of helpers.entries()) updateSprite(spriteAt(i), helper, view);
      for (const unused of group.children.slice(helpers.length) as Sprite[]) {
        unused.removeFromParent();
        unused.material.dispose();
      }
    },
    close(): void {
      for (const icon of icons.values()) icon.dispose();
      for (const { material } of group.children as Sprite[]) material.dispose();
    },
  };
};

const lightIconKinds: readonly unknown[] = [
  'point',
  'directional',
  'spot',
  'ambient',
] satisfies HelperIconKind[];

const getIconKind = ({ kind, values }: SceneHelper): HelperIconKind => {
  if (kind === 'Camera') return 'camera';
  return lightIconKinds.includes(values.kind) ? (values.kind as HelperIconKind) : 'point';
};

/** Returns the size in metres that a CSS pixel has at a position in the world. */
const getMetresPerPixel = ({ camera, height }: SpriteView, position: Vector3): number => {
  if ('isOrthographicCamera' in camera) return (camera.top - camera.bottom) / camera.zoom / height;
  const depth = position.clone().applyMatrix4(camera.matrixWorldInverse).z;
  return (2 * Math.abs(depth) * Math.tan((camera.fov * Math.PI) / 360)) / height;
};
