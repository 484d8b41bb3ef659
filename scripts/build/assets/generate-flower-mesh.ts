/** Joints of the flower, from bottom to top. The flower is two metres high and faces +z. */

export const jointNames = ['Root', 'LowerStem', 'UpperStem', 'Head'] as const;

/** Distance in metres between a joint and the next one above it. */
export const jointSpacing = 0.5;

const stemHeight = jointSpacing * (jointNames.length - 1);

type Vector3Tuple = readonly [number, number, number];

/** Origin and size of each region of the image. */
const imageRegions = {
  stem: [0, 0, 0.5, 1],
  petal: [0.5, 0, 0.5, 0.5],
  seeds: [0.5, 0.5, 0.5, 0.5],
} as const;

interface Surface {
  readonly positions: number[];
  readonly normals: number[];
  readonly coordinates: number[];
  /** Four joint indices per vertex. Each index has a weight. */
  readonly joints: number[];
  readonly weights: number[];
  readonly indices: number[];
}

const flowerHead = jointNames.length - 1;

/** Returns how much the joints below and above a point on the stem influence that point, by distance. */
const getStemWeights = (height: number): { readonly joint: number; readonly next: number } => {
  const at = Math.min(flowerHead, Math.max(0, height / jointSpacing));
  const joint = Math.min(flowerHead - 1, Math.floor(at));
  return { joint, next: at - joint };
};

const createSurface = (): Surface & {
  add(
    position: Vector3Tuple,
    normal: Vector3Tuple,
    region: keyof typeof imageRegions,
    u: number,
    v: number,
    isOnHead?: boolean,
  ): number;
  face(...corners: number[]): void;
} => {
  const surface: Surface = {
    positions: [],
    normals: [],
    coordinates: [],
    joints: [],
    weights: [],
    indices: [],
  };
  return {
    ...surface,
    add: (position, normal, region, u, v, isOnHead = false) => {
      const [x, y, width, height] = imageRegions[region];
      surface.positions.push(...position);
      surface.normals.push(...normal);
      surface.coordinates.push(x + u * width, y + v * height);
      const { joint, next } = getStemWeights(position[1]);
      surface.joints.push(...(isOnHead ? [flowerHead, 0, 0, 0] : [joint, next > 0 ? joint + 1 : 0, 0, 0]));
      surface.weights.push(...(isOnHead ? [1, 0, 0, 0] : [1 - next, next, 0, 0]));
      return surface.positions.length / 3 - 1;
    },
    face: (...corners) => {
      surface.indices.push(...corners);
    },
  };
};

type SurfaceBuilder = ReturnType<typeof createSurface>;

const addStem = ({ add, face }: SurfaceBuilder): void => {
  const [sides, rings, radius] = [8, 12, 0.05];
  for (let ring = 0; ring <= rings; ring += 1) {
    for (let side = 0; side <= sides; side += 1) {
      const angle = (2 * Math.PI * side) / sides;
      const [x, z] = [Math.cos(angle), Math.sin(angle)];
      const at = add(
        [x * radius, (stemHeight * ring) / rings, z * radius],
        [x, 0, z],
        'stem',
        side / sides,
        ring / rings,
      );
      if (ring === 0 || side === 0) continue;
      const below = at - sides - 1;
      face(below - 1, at - 1, at, below - 1, at, below);
    }
  }
};

/** Adds two flat, double-sided leaves. */
const addLeaves = ({ add, face }: SurfaceBuilder): void => {
  for (const [height, angle] of [
    [0.5, 0],
    [0.9, Math.PI],
  ] as const) {
    const side = Math.cos(angle);
    for (const up of [1, -1]) {
      const normal: Vector3Tuple = [0, up, 0];
      const root = add([side * 0.04, height, 0], normal, 'stem', 0, 0.5);
      const near = add([side * 0.25, height + 0.1, 0.12], normal, 'stem', 0.5, 1);
      const far = add([side * 0.25, height + 0.1, -0.12], normal, 'stem', 0.5, 0);
      const tip = add([side * 0.5, height + 0.05, 0], normal, 'stem', 1, 0.5);
      if (up * side > 0) face(root, near, far, far, near, tip);
      else face(root, far, near, far, tip, near);
    }
  }
};

const addHead = ({ add, face }: SurfaceBuilder): void => {
  const [petals, inner, outer] = [12, 0.2, 0.45];
  for (const front of [1, -1]) {
    const normal: Vector3Tuple = [0, 0, front];
    const z = 0.06 + front * 0.01;
    const point = (angle: number, radius: number, region: 'petal' | 'seeds', u: number, v: number): number =>
      add([Math.cos(angle) * radius, stemHeight + Math.sin(angle) * radius, z], normal, region, u, v, true);
    const centre = point(0, 0, 'seeds', 0.5, 0.5);
    for (let petal = 0; petal < petals; petal += 1) {
      const step = (2 * Math.PI) / petals;
      const angle = petal * step;
      const rim = (at: number): number =>
        point(at, inner, 'seeds', 0.5 + Math.cos(at) / 2, 0.5 + Math.sin(at) / 2);
      const corners = [
        [rim(angle), rim(angle + step), centre],
        [
          point(angle, inner, 'petal', 0, 0),
          point(angle + step / 2, outer, 'petal', 0.5, 1),
          point(angle + step, inner, 'petal', 1, 0),
        ],
      ];
      for (const [a = 0, b = 0, c = 0] of corners) {
        if (front > 0) face(a, b, c);
        else face(a, c, b);
      }
    }
  }
};

/** Generates the stem, leaves and head as one surface. */
export const generateFlowerSurface = (): Surface => {
  const surface = createSurface();
  addStem(surface);
  addLeaves(surface);
  addHead(surface);
  return surface;
};
