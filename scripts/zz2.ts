import fc from 'fast-check';
import { createEngineDriver } from '../fixtures/engine-model/properties/engine-properties.ts';
import { createScenarioArbitrary, runScenario } from '../fixtures/engine-model/properties/scenario-arbitrary.ts';
import { allDefinitions, standaloneNodes } from '../fixtures/engine-model/properties/graph-arbitraries.ts';
import { hostileNodes } from '../fixtures/engine-model/properties/hostile-node-types.ts';
void allDefinitions;
const counts: Record<string, number> = {};
const add = (k: string) => { counts[k] = (counts[k] ?? 0) + 1; };
fc.assert(fc.property(createScenarioArbitrary({ definitions: process.argv[2] ? standaloneNodes : [...standaloneNodes, ...hostileNodes], hasCalls: true }), (one) => {
  const { driver, trace } = createEngineDriver(one);
  runScenario(one, driver);
  const seen = new Set<string>();
  for (const { type, data } of trace.flat()) {
    const d = data as any; const m = String(d.message ?? '');
    if (d.caller) seen.add('caller'); if (d.caller?.outerCall) seen.add('nested');
    if (/call of the graph has failed/.test(m)) seen.add('failed');
    if (/nested at most/.test(m)) seen.add('depth'); if (/nodes already/.test(m)) seen.add('nodes'); if (/was removed/.test(m)) seen.add('removed');
    if (type === 'node.executing' && d.category === 'RunGraph' && d.port === 'Out') seen.add('later');
    if (type === 'node.executing' && d.category === 'Breakpoint' && d.caller) seen.add('breakpoint in call');
    if (type === 'ports.updated' && d.caller) seen.add('ports');
    if (type === 'ports.updated' && d.ports.some((p: any) => /answer|\.count/.test(p.portId))) seen.add('outputs');
    if (type === 'node.executing' && d.caller && d.category === 'SetVariable') seen.add('set'); if (/Too much work/.test(m)) seen.add('too much'); if (/Dropped.*events/.test(m) && d.caller) seen.add('dropped');
    if (type==='node.executing' && d.caller && d.category==='OnStop') seen.add('onstop');
  }
  for (const s of seen) add(s);
}), { numRuns: 1000, seed: 5 });
console.log(counts);
