/** Configuration for `npm run test:blender`, which needs Blender and is not part of `npm test`. */
import { defineConfig } from 'vitest/config';
import usual from './vitest.config.ts';

export default defineConfig({
  test: { ...usual.test, include: ['fixtures/runtimes/blender/*.lane.ts'], testTimeout: 600_000 },
});
