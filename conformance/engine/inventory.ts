import { isId } from '../target/id.ts';
import { likelyTagsIn } from '../target/likely-tags.ts';
import { at, stringsOf } from '../json.ts';
import { callsOf, idIn } from './calls.ts';
import type { Id } from '../target/id.ts';
import type { JsonRecord } from '../json.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Route } from '../target/routes.ts';
import type { TargetInfo } from '../target/session.ts';
import type { Call } from './calls.ts';

/** Something that a run made on a target, or changed there. */
export type Thing =
  | { readonly kind: 'run'; readonly id: Id }
  /** Without an id where the answer told none. */
  | { readonly kind: 'graph' | 'variable'; readonly id?: Id; readonly name?: string }
  /** Of a graph that was removed without it. */
  | { readonly kind: 'graph file'; readonly name: string }
  /** What may be its tag, the likeliest first. */
  | { readonly kind: 'object'; readonly tags: readonly string[] }
  /** Named by these parameters, of which `key` holds the name. */
  | { readonly kind: 'layer'; readonly index: number; readonly parameters: JsonRecord; readonly key: string }
  | { readonly kind: 'images' };

export interface Item {
  readonly thing: Thing;
  readonly on: TargetInfo;
}

/** The routes that the description does not show, as far as the target has them. */
interface MakingRoutes {
  readonly deleteGraph: Route | undefined;
  readonly createVariable: Route | undefined;
  readonly deleteVariable: Route | undefined;
}

/** In the order in which things are to be taken away. */
const kinds: readonly Thing['kind'][] = [
  'run',
  'variable',
  'object',
  'layer',
  'graph',
  'graph file',
  'images',
];

const post = (template: string): Route => ({ method: 'POST', template });

const createGraph = post('/api/graphs');
const duplicateGraph = post('/api/graphs/{id}/duplicate');
const removals = [
  { method: 'DELETE', template: '/api/graphs/{id}' },
  post('/api/graphs/{id}/remove'),
] as const;
const run = post('/api/graphs/{id}/run');
const stop = post('/api/graphs/{id}/stop');
const exportImages = post('/api/dev/export-node-pngs');

/** Keeps what was made and not taken away again, as the exchanges with targets tell it. */
export const createInventory = (routes: MakingRoutes) => {
  const items = new Map<string, Item>();
  const keyOf = ({ thing, on }: Item): string => `${on.url} ${nameOf(thing)}`;
  const put = (on: TargetInfo, thing: Thing): void => {
    items.set(keyOf({ thing, on }), { thing, on });
  };
  /** What runs goes with its graph. */
  const strike = ({ thing, on }: Item): void => {
    items.delete(keyOf({ thing, on }));
    if (thing.kind === 'graph' && thing.id !== undefined)
      items.delete(keyOf({ thing: { kind: 'run', id: thing.id }, on }));
  };
  const those = (on: TargetInfo, suits: (thing: Thing) => boolean): readonly Item[] =>
    [...items.values()].filter((item) => item.on.url === on.url && suits(item.thing));
  const isGraph =
    (id: string) =>
    (thing: Thing): boolean =>
      thing.kind === 'graph' && String(thing.id) === id;

  const seeGraphs = (on: TargetInfo, call: Call): void => {
    if (idIn(call, createGraph) !== undefined) {
      const { name } = call.body();
      const id = at(call.answer(), 'id');
      if (typeof name !== 'string' || call.outcome === 'refused') return;
      const isSame = (thing: Thing): boolean =>
        (thing.kind === 'graph' || thing.kind === 'graph file') && thing.name === name;
      if (call.outcome === 'done') for (const item of those(on, isSame)) strike(item);
      put(on, { kind: 'graph', name, ...(call.outcome === 'done' && isId(id) && { id }) });
    }
    const original = idIn(call, duplicateGraph);
    if (original === undefined || call.outcome === 'refused') return;
    const name = at(call.answer(), 'name') ?? call.body().name;
    const id = ['id', 'graphId', 'graph.id', 'newGraphId']
      .map((path) => at(call.answer(), path))
      .find((value) => isId(value) && value !== original);
    if (!isId(id) && typeof name !== 'string') return;
    put(on, { kind: 'graph', ...(isId(id) && { id }), ...(typeof name === 'string' && { name }) });
  };

  const seeRemovals = (on: TargetInfo, call: Call): void => {
    if (call.outcome !== 'done') return;
    for (const route of [...removals, ...(routes.deleteGraph ? [routes.deleteGraph] : [])]) {
      const id = idIn(call, route);
      if (id === undefined) continue;
      for (const item of those(on, isGraph(id))) {
        strike(item);
        const { name } = item.thing as { name?: string };
        if (name !== undefined && call.query.get('deleteFile') !== 'true')
          put(on, { kind: 'graph file', name });
      }
    }
  };

  const seeRuns = (on: TargetInfo, call: Call): void => {
    const started = idIn(call, run);
    if (started !== undefined && call.outcome !== 'refused') put(on, { kind: 'run', id: started });
    const stopped = idIn(call, stop);
    if (stopped !== undefined && call.outcome === 'done') strike({ on, thing: { kind: 'run', id: stopped } });
  };

  const seeVariables = (on: TargetInfo, call: Call): void => {
    if (routes.createVariable && idIn(call, routes.createVariable) !== undefined) {
      const id = at(call.answer(), 'id');
      const name =
        Object.values(call.body()).find((value) => value === at(call.answer(), 'name')) ?? call.body().name;
      if (call.outcome === 'done' && isId(id)) put(on, { kind: 'variable', id });
      else if (call.outcome === 'perhaps' && typeof name === 'string') put(on, { kind: 'variable', name });
    }
    const id = routes.deleteVariable && idIn(call, routes.deleteVariable);
    if (id !== undefined && call.outcome === 'done') strike({ on, thing: { kind: 'variable', id } });
  };

  const seeScene = (on: TargetInfo, call: Call): void => {
    const action = actionIn(call);
    if (action === undefined || call.outcome !== 'done') return;
    if (/\.(spawn|clone|duplicate|instantiate|copy)\w*$/.test(action)) {
      const tags = likelyTagsIn(call.answer());
      if (tags.length > 0) put(on, { kind: 'object', tags });
    }
    if (/\.destroy$/.test(action)) {
      const named = stringsOf(Object.values(call.body()));
      const isGone = (thing: Thing): boolean =>
        thing.kind === 'object' && thing.tags.some((tag) => named.includes(tag));
      for (const item of those(on, isGone)) strike(item);
    }
    if (action === 'scene.createlayer') {
      const index = Object.values(call.body()).find((value) => typeof value === 'number');
      const [key] = Object.entries(call.body()).find(([, value]) => typeof value === 'string') ?? [];
      if (index !== undefined && key !== undefined) {
        put(on, { kind: 'layer', index, parameters: call.body(), key });
      }
    }
  };

  return {
    /** Takes note of an exchange with a target. */
    see(on: TargetInfo, exchange: Exchange): void {
      for (const call of callsOf(exchange, on.url)) {
        seeGraphs(on, call);
        seeRemovals(on, call);
        seeRuns(on, call);
        seeVariables(on, call);
        seeScene(on, call);
        if (idIn(call, exportImages) !== undefined && call.outcome === 'done') put(on, { kind: 'images' });
      }
    },
    /** Takes note of a graph that an answer told in words of its own. */
    adopt(on: TargetInfo, id: string): void {
      if (those(on, isGraph(id)).length === 0) put(on, { kind: 'graph', id });
    },
    strike,
    /** In the order in which they are to be taken away. */
    items: (): readonly Item[] =>
      kinds.flatMap((kind) => [...items.values()].filter(({ thing }) => thing.kind === kind)),
  };
};

export type Inventory = ReturnType<typeof createInventory>;

/** Category and name of the action that a call asks for, in lower case. */
const actionIn = ({ method, segments: [api, actions, ...name] }: Call): string | undefined =>
  method === 'POST' && api === 'api' && actions === 'actions' ? name.join('.').toLowerCase() : undefined;

/** A thing in words that tell it from all others of its target. */
export const nameOf = (thing: Thing): string => {
  switch (thing.kind) {
    case 'run':
      return `the run of the graph ${thing.id}`;
    case 'graph':
    case 'variable':
      return `the ${thing.kind} ${thing.id ?? thing.name}`;
    case 'graph file':
      return `the file of the graph ${thing.name}`;
    case 'object':
      return `the scene object ${thing.tags[0]}`;
    case 'layer':
      return `the name of the layer ${thing.index}`;
    case 'images':
      return 'the images of node types';
  }
};
