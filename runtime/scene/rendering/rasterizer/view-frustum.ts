// biome-ignore-all lint/style/noNonNullAssertion: matrices have 16 numbers, planes four each

/** Returns a × b. Matrices are in column-major order. */
export const multiplyMatrices = (a: ArrayLike<number>, b: ArrayLike<number>): Float64Array => {
  const product = new Float64Array(16);
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let i = 0; i < 4; i += 1) sum += a[i * 4 + row]! * b[column * 4 + i]!;
      product[column * 4 + row] = sum;
    }
  }
  return product;
};

/** Returns the six planes of the view frustum, each with an inward unit normal and its distance from the origin. */
const getFrustumPlanes = (toClip: Float64Array): Float64Array[] => {
  const planes: Float64Array[] = [];
  for (let row = 0; row < 3; row += 1) {
    for (const sign of [1, -1]) {
      const plane = new Float64Array(4);
      for (let i = 0; i < 4; i += 1) plane[i] = toClip[i * 4 + 3]! + sign * toClip[i * 4 + row]!;
      const length = Math.hypot(plane[0]!, plane[1]!, plane[2]!);
      planes.push(plane.map((part) => part / length));
    }
  }
  return planes;
};

/**
 * Creates a function that tests whether a bounding sphere may be in view after a matrix has moved it to world space.
 */
export const createFrustum = (toClip: Float64Array) => {
  const planes = getFrustumPlanes(toClip);
  return (
    matrix: ArrayLike<number>,
    [x, y, z]: readonly [number, number, number],
    radius: number,
  ): boolean => {
    const at = (row: number): number =>
      matrix[row]! * x + matrix[4 + row]! * y + matrix[8 + row]! * z + matrix[12 + row]!;
    const [worldX, worldY, worldZ] = [at(0), at(1), at(2)];
    const getSquaredScale = (i: number): number =>
      matrix[i]! ** 2 + matrix[i + 1]! ** 2 + matrix[i + 2]! ** 2;
    // With shear, a sphere may be stretched by more than the length of any single column, but never by more than that
    // of all columns together.
    const worldRadius = radius * Math.sqrt(getSquaredScale(0) + getSquaredScale(4) + getSquaredScale(8));
    return planes.every(
      (plane) => !(plane[0]! * worldX + plane[1]! * worldY + plane[2]! * worldZ + plane[3]! < -worldRadius),
    );
  };
};
