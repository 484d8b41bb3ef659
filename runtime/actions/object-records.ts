import type { ObjectDetail, ObjectRecord } from '#spec/actions/scene-objects.ts';
import type { z } from 'zod';
import { colorsOf } from '../scene/appearance.ts';
import { componentNames, transformProperties } from '../scene/properties.ts';
import { valuesOf } from '../scene/property.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneObject } from '../scene/scene-object.ts';

/** An object as lists show it. */
export const toObjectRecord = (scene: Scene, object: SceneObject): z.output<typeof ObjectRecord> => ({
  tag: object.tag,
  id: object.id,
  name: object.name,
  type: object.type,
  active: object.active,
  layer: scene.layers.find(object.layer).name,
  parent: scene.parentOf(object)?.tag ?? null,
  components: componentNames(object),
});

/** An object in full. */
export const toObjectDetail = (scene: Scene, object: SceneObject): z.output<typeof ObjectDetail> => ({
  ...toObjectRecord(scene, object),
  children: scene.childrenOf(object).map(({ tag }) => tag),
  ...valuesOf(transformProperties, object),
  colors: colorsOf(object),
});
