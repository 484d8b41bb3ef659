import type { Color } from '#spec/values.ts';
import type { Prefab } from '../assets/prefab.ts';
import type { EffectList } from '../effects/effect.ts';
import type { ComponentListener, MutableSceneObject, ObjectIdentity, SceneObject } from '../scene-object.ts';
import type { MutableVersionCounter } from '../version-counter.ts';

/** What can be spawned by its menu path. */
export interface SpawnableElement {
  /** The `type` for scene.spawn. Its last part is the default name of the object. */
  readonly menuPath: string;
  readonly toolTip: string;
}

/**
 * Creates the objects of a scene. The reference runtime has objects of headless three.js; the SDK has those of the
 * author's engine. The scene does everything else: tags, names, hierarchy, layers, limits and removal.
 */
export interface ObjectSource {
  /** Counts structural changes: see `Scene`. */
  readonly structure: MutableVersionCounter;
  /** Counts other changes to how objects are shown: see `Scene`. */
  readonly appearance: MutableVersionCounter;
  readonly effects: Pick<EffectList, 'all'>;
  listElements(): readonly SpawnableElement[];
  /** Lists the main colors of an object: see `Scene`. */
  listColors(object: SceneObject): Color[];
  /** Creates an object without a parent from the element that its type names. */
  createFromElement(identity: ObjectIdentity, listener: ComponentListener): MutableSceneObject;
  /** Copies an object without its descendants and its transform. The copy has no parent. */
  copy(identity: ObjectIdentity, listener: ComponentListener, source: SceneObject): MutableSceneObject;
  /**
   * Returns the prefab of an asset.
   * @throws ApiError ASSET_NOT_FOUND when the asset doesn't exist; ACTION_FAILED when it cannot be spawned or read
   */
  getPrefab(asset: string): Prefab;
  /** Creates an object without its descendants from a prefab. */
  createFromPrefab(identity: ObjectIdentity, listener: ComponentListener, prefab: Prefab): MutableSceneObject;
  /**
   * Checks that an asset is a readable image.
   * @throws ApiError INVALID_VALUE when the asset is not an image; ACTION_FAILED when it cannot be read
   */
  assertImage(asset: string): void;
}
