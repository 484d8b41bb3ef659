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

/** Wireframes of colliders, in front of everything. */
export const createColliderWireframes = ({ solid, trigger }: Colors) => {
  const group = new Group();
  const look = { depthTest: false, transparent: true };
  const materials = {
    solid: new LineBasicMaterial({ color: solid, ...look }),
    trigger: new LineBasicMaterial({ color: trigger, ...look }),
  };
  const geometries = new Map<string, BufferGeometry>();

  const geometryOf = (form: ColliderShape['solid'], key: string): BufferGeometry => {
    const found = geometries.get(key);
    if (found) return found;
    const places = new BufferAttribute(new Float32Array(createWireframe(form)), 3);
    const made = new BufferGeometry().setAttribute('position', places);
    geometries.set(key, made);
    return made;
  };

  const linesAt = (i: number): LineSegments => {
    const found = group.children[i] as LineSegments | undefined;
    if (found) return found;
    const made = new LineSegments(undefined, materials.solid);
    group.add(made);
    return made;
  };

  const wrap = (
    lines: LineSegments,
    { values }: SceneHelper,
    stand: WorldTransform | undefined,
  ): string | undefined => {
    lines.visible = false;
    if (!stand) return undefined;
    const { position, rotation, scale } = decomposeWorldTransform(stand);
    const form = createColliderShape(values, scale);
    if (!form || scale.x * scale.y * scale.z === 0) return undefined;
    const key = JSON.stringify(form.solid);
    lines.visible = true;
    lines.geometry = geometryOf(form.solid, key);
    lines.material = form.isTrigger ? materials.trigger : materials.solid;
    lines.quaternion.copy(rotation);
    lines.position.copy(form.offset).applyQuaternion(rotation).add(position);
    return key;
  };

  return {
    group,
    /** Shows wireframes around colliders at the positions of their objects. */
    show(colliders: readonly SceneHelper[], standOf: (object: string) => WorldTransform | undefined): void {
      const used = new Set(colliders.map((one, i) => wrap(linesAt(i), one, standOf(one.object))));
      for (const spare of group.children.slice(colliders.length)) spare.removeFromParent();
      for (const [key, geometry] of geometries) {
        if (used.has(key)) continue;
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
