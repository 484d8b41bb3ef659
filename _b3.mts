import { bundleSdk, browserSdkBuild } from './scripts/build/bundle-sdk.ts';
import { nodeBuild } from './scripts/build/bundle-package.ts';
import { writeFileSync } from 'node:fs';
const [n,b] = await bundleSdk('/tmp/sdkout', nodeBuild);
for (const m of [n,b]) {
const [name,o] = Object.entries(m.outputs)[0];
console.log(name, o.bytes, o.imports.map(i=>i.path).join(' '));
const by = {};
for (const [k,v] of Object.entries(o.inputs)) { const p = k.startsWith('node_modules') ? k.split('/').slice(0, k.includes('@')?3:2).join('/') : k.split('/').slice(0,3).join('/'); by[p]=(by[p]??0)+v.bytesInOutput; }
console.log(Object.entries(by).sort((a,b)=>b[1]-a[1]).slice(0,32).map(x=>x.join(' ')).join('\n'));
}
