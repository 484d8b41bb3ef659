/** A point of the scene, in metres. */
export type Position = readonly [x: number, y: number, z: number];
