import { engineProperties } from '../fixtures/engine-model/properties/engine-properties.ts';
const [which, runs, seed] = process.argv.slice(2);
const property = engineProperties[Number(which)]!;
const t=performance.now();
try { property.check(Number(runs), seed ? Number(seed) : undefined); console.log(property.name, 'ok', ((performance.now()-t)/1000).toFixed(1)); }
catch (failure) { console.log(property.name, String((failure as Error).message).slice(0, 3500)); console.log(String((failure as Error).cause).slice(0,1500)); }
