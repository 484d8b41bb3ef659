import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments } from 'three';
import { createColliderShape } from './collider-shape.ts';
import { decomposeWorldTransform } from './world-transform.ts';
import { createWireframe } from './wireframe-lines.ts';
import type { ColliderShape } from './collider-shape.ts';
import type { SceneHelper } from './read-helpers.ts';
import type { WorldTransform } from './world-transform.ts';

interface Colors {
  readonly solid: string;
  readonly trigger: string;
}

/** Creates the wireframes of colliders, which are rendered in front of everything else. */
export const createColliderWireframes = ({ solid, trigger }: Colors) => {
  const group = new Group();
  const materialOptions = { depthTest: false, transparent: true };
  const materials = {
    solid: new LineBasicMaterial({ color: solid, ...materialOptions }),
    trigger: new LineBasicMaterial({ color: trigger, ...materialOptions }),
  };
  const geometries = new Map<string, BufferGeometry>();

  const getGeometry = (solidShape: ColliderShape['solid'], key: string): BufferGeometry => {
    const existing = geometries.get(key);
    if (existing) return existing;
    const positions = new BufferAttribute(new Float32Array(createWireframe(solidShape)), 3);
    const created = new BufferGeometry().setAttribute('position', positions);
    geometries.set(key, created);
    return created;
  };

  const getLines = (i: number): LineSegments => {
    const existing = group.children[i] as LineSegments | undefined;
    if (existing) return existing;
    const created = new LineSegments(undefined, materials.solid);
    group.add(created);
    return created;
  };

  const wrap = (
    lines: LineSegments,
    { values }: SceneHelper,
    transform: WorldTransform | undefined,
  ): string | undefined => {
    lines.visible = false;
    if (!transform) return undefined;
    const { position, rotation, scale } = decomposeWorldTransform(transform);
    const shape = createColliderShape(values, scale);
    if (!shape || scale.x * scale.y * scale.z === 0) return undefined;
    const key = JSON.stringify(shape.solid);
    lines.visible = true;
    lines.geometry = getGeometry(shape.solid, key);
    lines.material = shape.isTrigger ? materials.trigger : materials.solid;
    lines.quaternion.copy(rotation);
    lines.position.copy(shape.offset).applyQuaternion(rotation).add(position);
    return key;
  };

  return {
    group,
    /** Shows wireframes around colliders, at the current positions of their objects. */
    show(
      colliders: readonly SceneHelper[],
      getTransform: (object: string) => WorldTransform | undefined,
    ): void {
      const usedKeys = new Set(
        colliders.map((collider, i) => wrap(getLines(i), collider, getTransform(collider.object))),
      );
      for (const unused of group.children.slice(colliders.length)) unused.removeFromParent();
      for (const [key, geometry] of geometries) {
        if (usedKeys.has(key)) continue;
        geometry.dispose();
        geometries.delete(key);
      }
    },
    close(): void {
      for (const geometry of geometries.values()) geometry.dispose();
      materials.solid.dispose();
      materials.trigger.dispose();
    },
  };
};
