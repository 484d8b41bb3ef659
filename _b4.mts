import { browserSdkBuild } from './scripts/build/bundle-sdk.ts';
import { build } from 'esbuild';
const { metafile: m } = await build({...browserSdkBuild, outdir: '/tmp/sdkout', write:false});
for (const [k,v] of Object.entries(m.inputs)) if (v.imports.some(i => i.path.includes('three.core')) && Object.values(m.outputs)[0].inputs[k]) console.log(k, Object.values(m.outputs)[0].inputs[k].bytesInOutput);
const ins = Object.entries(Object.values(m.outputs)[0].inputs).filter(([k])=>/scene\/(animation|assets)|kernels/.test(k)).sort((a,b)=>b[1].bytesInOutput-a[1].bytesInOutput).slice(0,22);
for (const [k,v] of ins) console.log(v.bytesInOutput,k, Object.entries(m.inputs).filter(([p,i])=>i.imports.some(x=>x.path===k)).map(x=>x[0]).join(' '));
