/** esbuild plugins that leave out unused parts of packages. */
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Leaves out zod's messages in languages other than English, because every start would otherwise have to read their 350
 * kB.
 */
export const englishLocalePlugin: Plugin = {
  name: 'english-alone',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** Leaves out the three.js renderer, which a headless scene doesn't need. Its shaders alone are 170 kB. */
export const headlessThreePlugin: Plugin = {
  name: 'three-without-renderer',
  setup({ onResolve }) {
    const path = resolve('node_modules/three/build/three.core.js');
    onResolve({ filter: /^three$/ }, () => ({ path, sideEffects: false }));
  },
};

/**
 * Leaves out the MCP server's validator for client responses, which generates code. The server sends no requests to its
 * clients, so it never receives such responses.
 */
export const mcpWithoutValidatorPlugin: Plugin = {
  name: 'without-validator',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^ajv(-formats)?$/ }, ({ path }) => ({ path, namespace: 'without-validator' }));
    onLoad({ filter: /.*/, namespace: 'without-validator' }, () => ({
      contents: 'export default function nothing() {}',
    }));
  },
};
