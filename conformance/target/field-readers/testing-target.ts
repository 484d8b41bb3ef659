/** Implements an in-memory target. Each test decides where this target places its undocumented fields. */
import { createReply } from '../http/exchange.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { JsonRecord } from '../../json.ts';

/** A port of the in-memory target. The target's shape decides where the port's direction is shown. */
export interface TestPort {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly direction: 'input' | 'output';
}

export interface TargetShape {
  readonly node: (
    node: { id: number; category: string },
    ports: readonly TestPort[],
    body: JsonRecord,
  ) => JsonRecord;
  readonly nodeType?: (enumValue: string, ports: readonly TestPort[]) => JsonRecord;
  readonly value?: (value: unknown, port: TestPort) => unknown;
  readonly verdict?: (isGood: boolean, isConnected: boolean) => unknown;
  readonly category?: (name: string, nodes: readonly unknown[]) => JsonRecord;
}

type PortSpec = readonly (readonly [name: string, type: string, direction: 'input' | 'output'])[];

const nodeTypePorts: Readonly<Record<string, PortSpec>> = {
  Start: [['Out', 'Trigger', 'output']],
  OnNewFrame: [
    ['Out', 'Trigger', 'output'],
    ['Time', 'Float', 'output'],
  ],
  Log: [
    ['In', 'Trigger', 'input'],
    ['Text', 'String', 'input'],
    ['Next', 'Trigger', 'output'],
  ],
  Add: [
    ['A', 'Float', 'input'],
    ['B', 'Float', 'input'],
    ['Sum', 'Float', 'output'],
  ],
};

export const createTestingTarget = (shape: TargetShape): HttpClient => {
  let lastId = 0;
  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };
  const nodes: JsonRecord[] = [];
  const ports = new Map<string, TestPort>();
  const values = new Map<string, unknown>();

  const add = (category: string, location: JsonRecord = {}): JsonRecord => {
    const id = nextId();
    const created = (nodeTypePorts[category] ?? []).map(([name, type, direction]) => {
      const port = { id: nextId(), name, type, direction };
      ports.set(String(port.id), port);
      return port;
    });
    const node = { ...shape.node({ id, category }, created, location) };
    nodes.push(node);
    return node;
  };

  const connections: { id: string; output: unknown; input: unknown }[] = [];

  const respond = (method: string, path: string, json: JsonRecord | undefined): [number, unknown] => {
    const portId = /^\/api\/ports\/(\d+)\/value$/.exec(path)?.[1];
    if (portId !== undefined) {
      if (method === 'PUT') values.set(portId, json?.value);
      const { value = (stored: unknown) => ({ value: stored }) } = shape;
      return [200, value(values.get(portId), ports.get(portId)!)];
    }
    if (path === '/api/graphs?replace=true') {
      add('Start');
      add('OnNewFrame');
      return [201, { id: 'graph' }];
    }
    if (path === '/api/node-types/enum-values') return [200, Object.keys(nodeTypePorts)];
    if (path === '/api/node-types') {
      const { nodeType = (enumValue: string) => ({ enumValue }) } = shape;
      const records = Object.entries(nodeTypePorts).map(([enumValue, spec]) =>
        nodeType(
          enumValue,
          spec.map(([name, type, direction], id) => ({ id, name, type, direction })),
        ),
      );
      const {
        category = (name: string, all: readonly unknown[]) => ({ name, count: all.length, nodes: all }),
      } = shape;
      return [200, [category('All', records), category('None', records.slice(1))]];
    }
    if (path === '/api/graphs/graph/nodes')
      return method === 'GET' ? [200, nodes] : [201, add(String(json?.category), json)];
    if (path === '/api/graphs/graph/layout/saved') return [200, { backup: { there: false, at: 'never' } }];
    if (path === '/api/graphs/graph/layout/aspect-ratio') return [200, { widthByHeight: 1.5 }];
    if (path === '/api/types') return [200, { NodeCategories: ['All', 'None'] }];
    if (path === '/api/graphs/graph/connections/validate') {
      const [from, to] = [ports.get(String(json?.outputPortId)), ports.get(String(json?.inputPortId))];
      const { verdict = (valid: boolean) => ({ valid }) } = shape;
      const isConnected = connections.some(({ output, input }) => output === from?.id && input === to?.id);
      return [200, verdict(from?.type === to?.type, isConnected)];
    }
    if (path === '/api/graphs/graph/connections') {
      const [from, to] = [ports.get(String(json?.outputPortId)), ports.get(String(json?.inputPortId))];
      if (method === 'GET') return [200, connections];
      if (from?.direction !== 'output' || to?.direction !== 'input') return [400, {}];
      connections.push({ id: `connection-${connections.length}`, output: from.id, input: to.id });
      return [201, connections.at(-1)];
    }
    return [404, {}];
  };

  const send: HttpClient['send'] = async (method, path, options = {}) => {
    const [status, body] = respond(method, path, options.json as JsonRecord | undefined);
    return createReply(`${method} ${path}`, { status, headers: {}, body: JSON.stringify(body) });
  };
  return {
    send,
    get: (path, options) => send('GET', path, options),
    delete: (path, options) => send('DELETE', path, options),
    post: (path, json, options) => send('POST', path, { json, ...options }),
    put: (path, json, options) => send('PUT', path, { json, ...options }),
  };
};
