/** esbuild plugins that leave out unused parts of packages, and that provide the design tokens. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { iconNames } from '../../handlers/viewers/live/components/icon-names.ts';
import { renderThemeTokens } from '../../spec/text/theme-tokens.ts';
import type { IconifyJSON } from '@iconify-json/lucide';
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

/** Reduces the Lucide icon set to the icons that the live page uses. The style sheet sets stroke and color. */
export const usedIconsPlugin: Plugin = {
  name: 'used-icons',
  setup({ onLoad }) {
    onLoad({ filter: /@iconify-json[\\/]lucide[\\/]icons\.json$/ }, async ({ path }) => {
      const { icons } = JSON.parse(await readFile(path, 'utf8')) as IconifyJSON;
      const missing = iconNames.filter((name) => !icons[name]);
      if (missing.length > 0) return { errors: [{ text: `Lucide has no icon ${missing.join(', ')}` }] };
      const used = iconNames.map((name) => [name, { body: removePresentation(icons[name]?.body ?? '') }]);
      return { contents: JSON.stringify({ icons: Object.fromEntries(used) }), loader: 'json' };
    });
    onLoad({ filter: /@iconify-json[\\/]lucide[\\/](info|metadata|chars)\.json$/ }, () => ({
      contents: '{}',
      loader: 'json',
    }));
  },
};

const removePresentation = (body: string): string =>
  body.replaceAll(/ (?:fill="none"|stroke="currentColor"|stroke-[a-z]+="[^"]*")/g, '');

/** Provides the design tokens as a style sheet. */
export const themeTokensPlugin: Plugin = {
  name: 'theme-tokens',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^theme-tokens\.css$/ }, ({ path }) => ({ path, namespace: 'theme-tokens' }));
    onLoad({ filter: /.*/, namespace: 'theme-tokens' }, () => ({
      contents: renderThemeTokens(),
      loader: 'css',
    }));
  },
};

const demoFolder = 'fixtures/projects/demo/graphs/';
/** The graphs that build and move the demo project's scene, in the order in which they run. */
const demoGraphFiles = ['scene.json', 'orrery.json'];

/** Provides the graphs of the demo project, so that the live page can add them to any project. */
export const demoGraphsPlugin: Plugin = {
  name: 'demo-graphs',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^demo-graphs$/ }, ({ path }) => ({ path, namespace: 'demo-graphs' }));
    onLoad({ filter: /.*/, namespace: 'demo-graphs' }, async () => {
      const texts = await Promise.all(
        demoGraphFiles.map((name) => readFile(resolve(demoFolder, name), 'utf8')),
      );
      return { contents: `[${texts.join()}]`, loader: 'json' };
    });
  },
};
