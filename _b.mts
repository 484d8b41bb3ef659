import { build } from 'esbuild';
import { headlessThreePlugin, englishLocalePlugin } from './scripts/build/esbuild-plugins.ts';
const r = await build({
  entryPoints: [process.argv[2]],
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  platform: 'neutral',
  external: ['node:*'],
  plugins: [headlessThreePlugin, englishLocalePlugin],
  metafile: true,
  mainFields: ['module', 'main'],
});
console.log(r.outputFiles[0].contents.length);
const ins = Object.values(r.metafile.outputs)[0].inputs;
const by: Record<string, number> = {};
for (const [k, v] of Object.entries(ins)) {
  const p = k.startsWith('node_modules')
    ? k
        .split('/')
        .slice(0, k.includes('@') ? 3 : 2)
        .join('/')
    : k.split('/').slice(0, 3).join('/');
  by[p] = (by[p] ?? 0) + v.bytesInOutput;
}
if (process.argv[3])
  for (const [k, v] of Object.entries(ins)
    .sort((a, b) => b[1].bytesInOutput - a[1].bytesInOutput)
    .slice(0, 60))
    console.log(v.bytesInOutput, k);
console.log(
  Object.entries(by)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 25),
);
console.log(Object.values(r.metafile.outputs)[0].imports.map((i) => i.path));
