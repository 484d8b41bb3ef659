/** esbuild plugins that drop unused parts of packages. */
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** The messages of zod in other languages than English are 350 kB that every start would read. */
export const englishLocalePlugin: Plugin = {
  name: 'english-alone',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** A headless scene doesn't need the renderer of three.js, whose shaders alone are 170 kB. */
export const headlessThreePlugin: Plugin = {
  name: 'three-without-renderer',
  setup({ onResolve }) {
    const path = resolve('node_modules/three/build/three.core.js');
    onResolve({ filter: /^three$/ }, () => ({ path, sideEffects: false }));
  },
};

/**
 * The MCP server sends no requests to its clients, so it doesn't need the validator for their responses, which
 * generates code.
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
