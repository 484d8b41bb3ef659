// biome-ignore-all lint/style/noNonNullAssertion: triangles name vertices that are there
import { trait, traitCount } from './vertex-store.ts';
import type { TriangleList } from './triangle-list.ts';
import type { VertexStore } from './vertex-store.ts';

/** The three corners of a triangle, and what lies between them. */
interface Corners {
  take(triangle: number): void;
  /** Looks at a place of the screen, in samples. */
  look(x: number, y: number): void;
  /** A trait of the place that is looked at, as the world has it: nearer corners count for more of the screen. */
  mix(trait: number): number;
  /** A trait of the first corner. */
  first(trait: number): number;
  /** Whether all corners have the same normal. */
  hasOneNormal(): boolean;
  /** Whether the first corner has no normal. */
  hasNoNormal(): boolean;
  /** Writes the normal of the face itself, towards the eye. */
  faceNormal(to: { normalX: number; normalY: number; normalZ: number }): void;
}

export const createCorners = (store: VertexStore, triangles: TriangleList): Corners => {
  const { traits, x: screenX, y: screenY, inverseW } = store;
  // Numbers of a record are written in place; a variable that closures share would be allocated anew each time.
  /** How the shares of the second and third corner change across and down the screen from the first. */
  const plane = {
    x: 0,
    y: 0,
    bAcross: 0,
    bDown: 0,
    cAcross: 0,
    cDown: 0,
    aInverse: 0,
    bInverse: 0,
    cInverse: 0,
  };
  /** Shares of the corners in the world, at the place that is looked at. */
  const share = { a: 0, b: 0, c: 0 };
  /** Where the traits of the corners begin. */
  let a = 0;
  let b = 0;
  let c = 0;

  return {
    take(triangle) {
      const first = triangles.corners[triangle * 3]!;
      const second = triangles.corners[triangle * 3 + 1]!;
      const third = triangles.corners[triangle * 3 + 2]!;
      a = first * traitCount;
      b = second * traitCount;
      c = third * traitCount;
      plane.x = screenX[first]!;
      plane.y = screenY[first]!;
      plane.aInverse = inverseW[first]!;
      plane.bInverse = inverseW[second]!;
      plane.cInverse = inverseW[third]!;
      const toBX = screenX[second]! - plane.x;
      const toBY = screenY[second]! - plane.y;
      const toCX = screenX[third]! - plane.x;
      const toCY = screenY[third]! - plane.y;
      const area = toBX * toCY - toCX * toBY;
      plane.bAcross = toCY / area;
      plane.bDown = -toCX / area;
      plane.cAcross = -toBY / area;
      plane.cDown = toBX / area;
    },
    look(x, y) {
      const across = x - plane.x;
      const down = y - plane.y;
      const bScreen = across * plane.bAcross + down * plane.bDown;
      const cScreen = across * plane.cAcross + down * plane.cDown;
      const aPart = (1 - bScreen - cScreen) * plane.aInverse;
      const bPart = bScreen * plane.bInverse;
      const cPart = cScreen * plane.cInverse;
      const w = 1 / (aPart + bPart + cPart);
      share.a = aPart * w;
      share.b = bPart * w;
      share.c = cPart * w;
    },
    mix: (i) => traits[a + i]! * share.a + traits[b + i]! * share.b + traits[c + i]! * share.c,
    first: (i) => traits[a + i]!,
    hasOneNormal() {
      for (let i: number = trait.normal; i < trait.normal + 3; i += 1) {
        if (traits[a + i] !== traits[b + i] || traits[a + i] !== traits[c + i]) return false;
      }
      return true;
    },
    hasNoNormal: () =>
      traits[a + trait.normal] === 0 &&
      traits[a + trait.normal + 1] === 0 &&
      traits[a + trait.normal + 2] === 0,
    faceNormal(to) {
      const ux = traits[b]! - traits[a]!;
      const uy = traits[b + 1]! - traits[a + 1]!;
      const uz = traits[b + 2]! - traits[a + 2]!;
      const vx = traits[c]! - traits[a]!;
      const vy = traits[c + 1]! - traits[a + 1]!;
      const vz = traits[c + 2]! - traits[a + 2]!;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
      // Corners of a face that is seen go round against the clock on the screen, and those of the normal with it.
      const turn = (plane.bAcross * plane.cDown < plane.bDown * plane.cAcross ? 1 : -1) / length;
      to.normalX = nx * turn;
      to.normalY = ny * turn;
      to.normalZ = nz * turn;
    },
  };
};
