import { at, isRecord } from '../json.ts';
import type { JsonRecord } from '../json.ts';

/** The usual names of fields that the description mentions without showing how they are spelt. */
const usualNames = {
  'port.name': ['name', 'portName', 'displayName', 'label'],
  'port.direction': ['direction', 'kind', 'portDirection', 'flow', 'io'],
  'port.value': ['value', 'currentValue'],
  options: ['options', 'values', 'items', 'labels'],
  'option.label': ['label', 'name', 'value', 'text', 'displayName'],
  'node.locationX': ['locationX', 'x', 'location.x', 'position.x'],
  'node.locationY': ['locationY', 'y', 'location.y', 'position.y'],
  'connection.id': ['id', 'connectionId'],
  'validation.valid': ['valid', 'isValid', 'compatible', 'isCompatible', 'canConnect', 'ok', 'success'],
  'layout.saved': [
    'saved',
    'isSaved',
    'hasSaved',
    'exists',
    'hasSavedPositions',
    'hasSavedLayout',
    'available',
  ],
  'layout.aspectRatio': ['aspectRatio', 'ratio', 'value', 'aspect'],
  'graph.state': ['state', 'status', 'executionState'],
  'graph.running': ['running', 'isRunning'],
  'category.name': ['name', 'category', 'categoryName', 'displayName'],
  'category.nodes': ['nodes', 'nodeTypes', 'items'],
  'category.count': ['count', 'nodeCount', 'nodesCount', 'totalCount'],
  'search.hint': ['hint', 'message', 'suggestion'],
  'console.severity': ['severity', 'type', 'level'],
  'console.contextType': ['contextType', 'contextKind', 'context'],
  'console.timestamp': ['timestamp', 'timeStamp', 'time', 'date'],
  'variable.value': ['value', 'currentValue'],
  'variable.type': ['type', 'valueType', 'variableType'],
  'toc.method': ['method', 'verb'],
  'toc.route': ['route', 'path', 'template', 'routeTemplate', 'url'],
  'toc.purpose': ['purpose', 'description', 'summary'],
  'action.result': ['result', 'returns', 'response', 'output'],
  'action.route': ['route', 'path', 'url', 'endpoint'],
  'action.answer': ['result', 'data', 'output'],
  'action.parameters': [
    'parameters',
    'params',
    'args',
    'arguments',
    'properties',
    'schema.properties',
    'parameters.properties',
  ],
  'action.name': ['name', 'action', 'id', 'command', 'key'],
  'parameter.name': ['name', 'key', 'id', 'parameter'],
  'parameter.required': ['required', 'isRequired', 'mandatory'],
  'parameter.optional': ['optional', 'isOptional'],
  'parameter.type': ['type', 'kind', 'valueType'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type FieldName = keyof typeof usualNames;

/** Reads fields whose spelling is the implementation's choice. */
export const createFields = (paths: Readonly<Record<string, string>>) => {
  const read = (record: unknown, field: FieldName): unknown => {
    const named = paths[field];
    if (named !== undefined) return at(record, named);
    for (const path of usualNames[field]) {
      const value = at(record, path);
      if (value !== undefined) return value;
    }
    return undefined;
  };

  /** 'input' or 'output' from whatever a port record says about its direction. */
  const direction = (port: JsonRecord): Direction | undefined => {
    for (const [flag, meaning] of flags) {
      const value = at(port, flag);
      if (typeof value === 'boolean') return value ? meaning : opposite(meaning);
    }
    const text = read(port, 'port.direction');
    if (typeof text !== 'string') return undefined;
    if (/^in/i.test(text)) return 'input';
    return /^out/i.test(text) ? 'output' : undefined;
  };

  /** The elements of a list, bare or wrapped. */
  const items = (body: unknown): readonly unknown[] | undefined => {
    if (Array.isArray(body)) return body;
    const wrapped = at(body, 'items');
    return Array.isArray(wrapped) ? wrapped : undefined;
  };

  /** The labels of a dropdown, from texts or from records. */
  const labels = (body: unknown): readonly string[] => {
    const list = Array.isArray(body) ? body : read(body, 'options');
    if (!Array.isArray(list)) return [];
    return list.flatMap((option) => {
      const label = isRecord(option) ? read(option, 'option.label') : option;
      return typeof label === 'string' ? [label] : [];
    });
  };

  /** The value in the answer of a port read: a field of it, or the whole body. */
  const portValue = (body: unknown): unknown => {
    const value = read(body, 'port.value');
    return value === undefined ? body : value;
  };

  return { read, direction, items, labels, portValue };
};

export type Fields = ReturnType<typeof createFields>;
export type Direction = 'input' | 'output';

const flags: readonly (readonly [string, Direction])[] = [
  ['isInput', 'input'],
  ['isOutput', 'output'],
];

const opposite = (direction: Direction): Direction => (direction === 'input' ? 'output' : 'input');
