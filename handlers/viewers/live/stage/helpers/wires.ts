import type { ColliderForm } from './collider-form.ts';

type Point = readonly [x: number, y: number, z: number];

/** Straight pieces of a whole circle. */
const pieces = 32;

/** Lines around a collider in metres, about its middle: two points of three numbers for each. */
export const wiresOf = (solid: ColliderForm['solid']): number[] => {
  switch (solid.shape) {
    case 'box':
      return boxWires(solid.size);
    case 'sphere':
      return sphereWires(solid.radius);
    case 'capsule':
      return capsuleWires(solid.radius, solid.stretch);
  }
};

const boxWires = ({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }): number[] => {
  const ends = [-0.5, 0.5];
  const edges = ends.flatMap((a) =>
    ends.flatMap((b): [Point, Point][] => [
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

/** Straight pieces of a circle from an angle on; `at` gives the point for a cosine and a sine. */
const arc = (from: number, count: number, at: (cos: number, sin: number) => Point): number[] => {
  const point = (i: number): Point => {
    const angle = from + (i / pieces) * 2 * Math.PI;
    return at(Math.cos(angle), Math.sin(angle));
  };
  return Array.from({ length: count }, (_, i) => [...point(i), ...point(i + 1)]).flat();
};

const sphereWires = (r: number): number[] => [
  ...arc(0, pieces, (cos, sin) => [r * cos, r * sin, 0]),
  ...arc(0, pieces, (cos, sin) => [r * cos, 0, r * sin]),
  ...arc(0, pieces, (cos, sin) => [0, r * cos, r * sin]),
];

const capsuleWires = (r: number, stretch: number): number[] => {
  const end = stretch / 2;
  const caps = [end, -end].flatMap((y) => {
    const from = y > 0 ? 0 : Math.PI;
    return [
      ...arc(0, pieces, (cos, sin) => [r * cos, y, r * sin]),
      ...arc(from, pieces / 2, (cos, sin) => [r * cos, y + r * sin, 0]),
      ...arc(from, pieces / 2, (cos, sin) => [0, y + r * sin, r * cos]),
    ];
  });
  const sides = [[r, 0] as const, [-r, 0] as const, [0, r] as const, [0, -r] as const];
  return [...caps, ...sides.flatMap(([x, z]) => [x, -end, z, x, end, z])];
};
