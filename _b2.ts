import { connect } from './runtime/sdk/index.ts';
const identity = [1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1];
connect<{matrix:number[], color?: unknown}>({
  name: 'small-engine',
  spawnables: () => ({ 'Shapes/Cube': 'A cube' }),
  spawn: () => ({ matrix: identity }),
  destroy() {},
  getMatrix: (cube) => cube.matrix,
  setMatrix(cube, matrix) { cube.matrix = matrix; },
}, { url: process.argv[2]! });
