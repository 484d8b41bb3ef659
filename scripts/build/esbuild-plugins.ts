/** What is left out of packages that bring more than is used of them. */
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** The words of zod in all languages but English are 350 kB that every start would read. */
export const englishLocalePlugin: Plugin = {
  name: 'english-alone',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** Of three.js a headless scene needs no renderer, whose shaders alone are 170 kB. */
export const headlessThreePlugin: Plugin = {
  name: 'three-without-renderer',
  setup({ onResolve }) {
    const path = resolve('node_modules/three/build/three.core.js');
    onResolve({ filter: /^three$/ }, () => ({ path, sideEffects: false }));
  },
};

/** Of the Model Context Protocol a server that asks its clients nothing needs no validator of their answers, which compiles code. */
export const mcpWithoutValidatorPlugin: Plugin = {
  name: 'without-validator',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^ajv(-formats)?$/ }, ({ path }) => ({ path, namespace: 'without-validator' }));
    onLoad({ filter: /.*/, namespace: 'without-validator' }, () => ({
      contents: 'export default function nothing() {}',
    }));
  },
};
