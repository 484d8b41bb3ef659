import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments } from 'three';
import { type ColliderShape, createColliderShape } from './collider-shape.ts';
import { decomposeWorldTransform, type WorldTransform } from './helper-transforms.ts';
import { getOrCreate } from '../../session/store-helpers.ts';
import type { SceneHelper } from './scene-helpers.ts';

interface Colors {
  readonly solid: string;
  readonly trigger: string;
}

/** Creates the wireframes of colliders, which are rendered in front of everything else. */
export const createColliderWireframes = ({ solid, trigger }: Colors) => {
  const group = new Group();
  const wireframes: LineSegments[] = [];
  const materialOptions = { depthTest: false, transparent: true };
  const materials = {
    solid: new LineBasicMaterial({ color: solid, ...materialOptions }),
    trigger: new LineBasicMaterial({ color: trigger, ...materialOptions }),
  };
  const geometries = new Map<string, BufferGeometry>();

  const getLines = (i: number): LineSegments => {
    const existing = wireframes[i];
    if (existing) return existing;
    const created = new LineSegments(undefined, materials.solid);
    wireframes.push(created);
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
    lines.geometry = getOrCreate(geometries, key, () => createLineGeometry(createWireframe(shape.solid)));
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
      for (const unused of wireframes.splice(colliders.length)) unused.removeFromParent();
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

/** Creates a geometry of lines. Each line has two points, and each point three numbers. */
export const createLineGeometry = (points: readonly number[]): BufferGeometry =>
  new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(points), 3));

type Point = readonly [x: number, y: number, z: number];

const circleSegments = 32;

/**
 * Returns the lines of a collider's wireframe, in metres relative to its center. Each line has two points, and each
 * point three numbers.
 */
export const createWireframe = (solid: ColliderShape['solid']): number[] => {
  switch (solid.shape) {
    case 'box':
      return createBoxLines(solid.size);
    case 'sphere':
      return createSphereLines(solid.radius);
    case 'capsule':
      return createCapsuleLines(solid.radius, solid.cylinderHeight);
  }
};

const createBoxLines = ({
  x,
  y,
  z,
}: {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}): number[] => {
  const halves = [-0.5, 0.5];
  const edges = halves.flatMap((a) =>
    halves.flatMap((b): [Point, Point][] => [
      [
        [-0.5, a, b],
        [0.5, a, b],
      ],
      [
        [a, -0.5, b],
        [a, 0.5, b],
      ],
      [
        [a, b, -0.5],
        [a, b, 0.5],
      ],
    ]),
  );
  return edges.flat().flatMap(([px, py, pz]) => [px * x, py * y, pz * z]);
};

/**
 * Returns the line segments of an arc.
 * @param at returns the point for an angle, given as its cosine and sine
 */
const createArcLines = (from: number, count: number, at: (cos: number, sin: number) => Point): number[] => {
  const point = (i: number): Point => {
    const angle = from + (i / circleSegments) * 2 * Math.PI;
    return at(Math.cos(angle), Math.sin(angle));
  };
  return Array.from({ length: count }, (_, i) => [...point(i), ...point(i + 1)]).flat();
};

const createSphereLines = (r: number): number[] => [
  ...createArcLines(0, circleSegments, (cos, sin) => [r * cos, r * sin, 0]),
  ...createArcLines(0, circleSegments, (cos, sin) => [r * cos, 0, r * sin]),
  ...createArcLines(0, circleSegments, (cos, sin) => [0, r * cos, r * sin]),
];

const createCapsuleLines = (r: number, cylinderHeight: number): number[] => {
  const end = cylinderHeight / 2;
  const caps = [end, -end].flatMap((y) => {
    const from = y > 0 ? 0 : Math.PI;
    return [
      ...createArcLines(0, circleSegments, (cos, sin) => [r * cos, y, r * sin]),
      ...createArcLines(from, circleSegments / 2, (cos, sin) => [r * cos, y + r * sin, 0]),
      ...createArcLines(from, circleSegments / 2, (cos, sin) => [0, y + r * sin, r * cos]),
    ];
  });
  const sides = [[r, 0] as const, [-r, 0] as const, [0, r] as const, [0, -r] as const];
  return [...caps, ...sides.flatMap(([x, z]) => [x, -end, z, x, end, z])];
};
