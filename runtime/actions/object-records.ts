import type { ObjectDetail, ObjectRecord } from '#spec/actions/scene-objects.ts';
import type { z } from 'zod';
import { listColors } from '../scene/main-colors.ts';
import { listComponentNames, transformProperties } from '../scene/object-properties.ts';
import { readValues } from '../scene/property.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneObject } from '../scene/scene-object.ts';

/** Converts an object to the short record that lists contain. */
export const toObjectRecord = (scene: Scene, object: SceneObject): z.output<typeof ObjectRecord> => ({
  tag: object.tag,
  id: object.id,
  name: object.name,
  type: object.type,
  active: object.active,
  layer: scene.layers.get(object.layer).name,
  parent: scene.getParent(object)?.tag ?? null,
  components: listComponentNames(object),
});

/** Converts an object to a record with all its details. */
export const toObjectDetail = (scene: Scene, object: SceneObject): z.output<typeof ObjectDetail> => ({
  ...toObjectRecord(scene, object),
  children: scene.getChildren(object).map(({ tag }) => tag),
  ...readValues(transformProperties, object),
  colors: listColors(object),
});
