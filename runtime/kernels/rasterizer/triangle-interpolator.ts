import { attributeOffset, attributeStride, type TriangleList, type VertexStore } from './triangle-buffers.ts';

/** Interpolates vertex attributes over a triangle. */
export const createTriangleInterpolator = (store: VertexStore, triangles: TriangleList) => {
  const { attributes, x: screenX, y: screenY, inverseW } = store;
  // The values are fields of an object rather than variables, because V8 would allocate a new number for each write to
  // a variable that closures share.
  /**
   * The screen-space gradients of the barycentric weights of the second and third corners, and the values from which
   * these weights start.
   */
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
  /** The perspective-correct barycentric weights at the selected point. */
  const weights = { a: 0, b: 0, c: 0 };
  /** The offsets of the triangle's corners in the attribute array. */
  let a = 0;
  let b = 0;
  let c = 0;

  return {
    setTriangle(triangle: number) {
      const first = triangles.corners[triangle * 3];
      const second = triangles.corners[triangle * 3 + 1];
      const third = triangles.corners[triangle * 3 + 2];
      a = first * attributeStride;
      b = second * attributeStride;
      c = third * attributeStride;
      plane.x = screenX[first];
      plane.y = screenY[first];
      plane.aInverse = inverseW[first];
      plane.bInverse = inverseW[second];
      plane.cInverse = inverseW[third];
      const toBX = screenX[second] - plane.x;
      const toBY = screenY[second] - plane.y;
      const toCX = screenX[third] - plane.x;
      const toCY = screenY[third] - plane.y;
      const area = toBX * toCY - toCX * toBY;
      plane.bAcross = toCY / area;
      plane.bDown = -toCX / area;
      plane.cAcross = -toBY / area;
      plane.cDown = toBX / area;
    },
    setPoint(x: number, y: number) {
      const across = x - plane.x;
      const down = y - plane.y;
      const bScreen = across * plane.bAcross + down * plane.bDown;
      const cScreen = across * plane.cAcross + down * plane.cDown;
      const aPart = (1 - bScreen - cScreen) * plane.aInverse;
      const bPart = bScreen * plane.bInverse;
      const cPart = cScreen * plane.cInverse;
      const w = 1 / (aPart + bPart + cPart);
      weights.a = aPart * w;
      weights.b = bPart * w;
      weights.c = cPart * w;
    },
    /** Returns the value of an attribute at the selected point, with perspective correction. */
    interpolate: (i: number): number =>
      attributes[a + i] * weights.a + attributes[b + i] * weights.b + attributes[c + i] * weights.c,
    /** Returns the value of an attribute at the triangle's first corner. */
    getFirst: (i: number): number => attributes[a + i],
    hasUniformNormal(): boolean {
      for (let i: number = attributeOffset.normal; i < attributeOffset.normal + 3; i += 1) {
        if (attributes[a + i] !== attributes[b + i] || attributes[a + i] !== attributes[c + i]) return false;
      }
      return true;
    },
    hasNoNormal: (): boolean =>
      attributes[a + attributeOffset.normal] === 0 &&
      attributes[a + attributeOffset.normal + 1] === 0 &&
      attributes[a + attributeOffset.normal + 2] === 0,
    /** Writes the geometric normal of the triangle, on the side that faces the camera. */
    writeFaceNormal(to: { normalX: number; normalY: number; normalZ: number }) {
      const ux = attributes[b] - attributes[a];
      const uy = attributes[b + 1] - attributes[a + 1];
      const uz = attributes[b + 2] - attributes[a + 2];
      const vx = attributes[c] - attributes[a];
      const vy = attributes[c + 1] - attributes[a + 1];
      const vz = attributes[c + 2] - attributes[a + 2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
      // The corners of a front face run counterclockwise on the screen. For a back face, the sign flips the normal
      // towards the camera.
      const sign = (plane.bAcross * plane.cDown < plane.bDown * plane.cAcross ? 1 : -1) / length;
      to.normalX = nx * sign;
      to.normalY = ny * sign;
      to.normalZ = nz * sign;
    },
  };
};
