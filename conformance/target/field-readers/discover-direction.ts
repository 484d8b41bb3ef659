/**
 * Discovers how the target distinguishes inputs from outputs, from samples alone or, if necessary, by trying
 * connections.
 */
import { isRecord, type JsonRecord } from '../../json.ts';
import { type Id, pathTo } from '../id.ts';
import { type DiscoveryContext, readNodeTypes, type SampleNode } from './discovery-context.ts';
import { compileExpression, type RecordContext, toPathStep } from './jsonata-expression.ts';
import { type Direction, getOppositeDirection, parseDirection } from './parse-values.ts';

interface PortSample {
  readonly record: JsonRecord;
  readonly context: RecordContext;
}

/**
 * Returns all candidate expressions without duplicates: for places on the port, in its list, on the node, and in the
 * node's type.
 */
const listDirectionExpressions = (samples: readonly PortSample[], nameField: string): readonly string[] => {
  const expressions = new Set<string>();
  for (const { record, context } of samples) {
    for (const path of listScalarPaths(record)) expressions.add(path);
    if (context.list !== undefined) expressions.add('list');
    for (const source of ['node', 'nodeType'] as const) {
      for (const path of listLookups(source, context[source] ?? {}, nameField)) expressions.add(path);
    }
  }
  return [...expressions];
};

const isScalar = (value: unknown): boolean => typeof value !== 'object' && value !== null;

const listScalarPaths = (record: JsonRecord, prefix = ''): readonly string[] =>
  Object.entries(record).flatMap(([key, value]) => {
    const path = `${prefix}${toPathStep(key)}`;
    if (isScalar(value)) return [path];
    return isRecord(value) && prefix === '' ? listScalarPaths(value, `${path}.`) : [];
  });

/** Returns expressions for the lists and maps that may contain a port by its id or name. */
const listLookups = (path: string, record: JsonRecord, nameField: string, depth = 0): readonly string[] =>
  Object.entries(record).flatMap(([key, value]) => {
    const childPath = `${path}.${toPathStep(key)}`;
    if (Array.isArray(value)) return listLookupsInList(childPath, value, nameField);
    if (!isRecord(value)) return [];
    const deeper = depth < 1 ? listLookups(childPath, value, nameField, depth + 1) : [];
    return [...listLookupsInMap(childPath, value, nameField), ...deeper];
  });

const listLookupsInList = (path: string, list: readonly unknown[], nameField: string): readonly string[] => {
  const [first] = list;
  if (isScalar(first)) return [`id in ${path}`, `${nameField} in ${path}`];
  if (!isRecord(first)) return [];
  const keys = Object.keys(first)
    .filter((key) => isScalar(first[key]))
    .map(toPathStep);
  return keys.flatMap((key) => {
    const otherKeys = keys.filter((candidate) => candidate !== key);
    return [
      { own: 'id', isPossible: /id$/i.test(key) },
      { own: nameField, isPossible: !/id$/i.test(key) && key !== 'type' },
    ].flatMap(({ own: identifier, isPossible }) =>
      isPossible
        ? [
            `${identifier} in ${path}.${key}`,
            ...otherKeys.map((otherKey) => `${path}[${key} = $$.${identifier}].${otherKey}`),
          ]
        : [],
    );
  });
};

const listLookupsInMap = (path: string, map: JsonRecord, nameField: string): readonly string[] => {
  const inner = Object.values(map).find(isRecord) ?? {};
  const parts = [
    '',
    ...Object.keys(inner)
      .filter((key) => isScalar(inner[key]))
      .map((key) => `.${toPathStep(key)}`),
  ];
  return [nameField, '$string(id)'].flatMap((identifier) => [
    `${identifier} in $keys(${path})`,
    ...parts.map((part) => `$lookup(${path}, ${identifier})${part}`),
  ]);
};

/** The directions of samples that trials revealed, because an output could be connected to an input. */
type KnownDirections = ReadonlyMap<PortSample, Direction>;

/** An expression that returns 'input' or 'output', or a word that means one of these directions. */
interface DirectionExpression {
  readonly expression: string;
  /** The expression's result for each sample, in the order of the samples. */
  readonly directions: readonly Direction[];
}

/** Returns the expressions that cover every sample and agree with everything that is known. */
const listConsistentExpressions = (
  samples: readonly PortSample[],
  nameField: string,
  knownDirections: KnownDirections = new Map(),
): readonly DirectionExpression[] =>
  listDirectionExpressions(samples, nameField).flatMap((expression) => {
    const interpreted = interpretExpression(expression, samples, knownDirections);
    return interpreted &&
      samples.every(
        (sample, index) =>
          (knownDirections.get(sample) ?? interpreted.directions[index]) === interpreted.directions[index],
      )
      ? interpreted
      : [];
  });

/**
 * Returns the only expression or, if there are several that agree on every sample, any of them. Returns `undefined` if
 * the expressions disagree.
 */
const findAgreedExpression = (
  expressions: readonly DirectionExpression[],
): DirectionExpression | undefined => {
  const [first, ...others] = expressions;
  const isSame = ({ directions }: DirectionExpression): boolean =>
    directions.every((direction, index) => direction === first?.directions[index]);
  return others.every(isSame) ? first : undefined;
};

/**
 * Interprets the two values that a candidate expression returns. Returns `undefined` if neither words nor trials
 * explain these values.
 */
const interpretExpression = (
  expression: string,
  samples: readonly PortSample[],
  knownDirections: KnownDirections,
): DirectionExpression | undefined => {
  const read = compileExpression(expression);
  const values = samples.map(({ record, context }) => read(record, context));
  const [one, otherValue, ...more] = new Set(values);
  if (otherValue === undefined || one === undefined || more.length > 0) return undefined;
  const meaning =
    interpretWords(expression, one, otherValue) ?? interpretTrials(values, samples, knownDirections);
  if (!meaning) return undefined;
  const directions = values.map((value) =>
    value === meaning.value ? meaning.direction : getOppositeDirection(meaning.direction),
  );
  const isSelfExplanatory = parseDirection(one) !== undefined && parseDirection(otherValue) !== undefined;
  return { expression: isSelfExplanatory ? expression : toConditional(expression, meaning), directions };
};

interface DirectionMeaning {
  readonly value: unknown;
  readonly direction: Direction;
}

const toConditional = (expression: string, { value, direction }: DirectionMeaning): string => {
  const test = value === true ? expression : `${expression} = ${JSON.stringify(value)}`;
  return `${test} ? '${direction}' : '${getOppositeDirection(direction)}'`;
};

/** Interprets either two words for the directions, or whether a port is in a list that is named after a direction. */
const interpretWords = (
  expression: string,
  one: unknown,
  otherValue: unknown,
): DirectionMeaning | undefined => {
  const [first, second] = [parseDirection(one), parseDirection(otherValue)];
  if (first && second) return first === second ? undefined : { value: one, direction: first };
  if (typeof one !== 'boolean' || typeof otherValue !== 'boolean') return undefined;
  const list = /(?:^|\.)(?:is_?)?(in|out)(?:put|let|coming|going)?s?(?:\.\w+)?\)?$/i.exec(expression)?.[1];
  const direction = parseDirection(list);
  return direction && { value: true, direction };
};

/**
 * Interprets values with the help of ports whose direction is known: one value stands for inputs, the other one for
 * outputs.
 */
const interpretTrials = (
  values: readonly unknown[],
  samples: readonly PortSample[],
  knownDirections: KnownDirections,
): DirectionMeaning | undefined => {
  const valuesOf = (direction: Direction): ReadonlySet<unknown> =>
    new Set(
      samples.flatMap((sample, index) => (knownDirections.get(sample) === direction ? [values[index]] : [])),
    );
  const [inputs, outputs] = [valuesOf('input'), valuesOf('output')];
  if (inputs.size !== 1 || outputs.size !== 1) return undefined;
  const [value] = inputs;
  return outputs.has(value) ? undefined : { value, direction: 'input' };
};

/** Maximum number of connections that are tried. */
const maxTrials = 60;

export const discoverDirection = async (
  context: DiscoveryContext,
  graphId: Id,
  nodes: readonly SampleNode[],
): Promise<void> => {
  if (nodes.every(({ ports }) => ports.every(({ direction }) => direction !== undefined))) return;
  const types = await readNodeTypes(context);
  context.source.learnTypes(types);
  const samples = nodes.flatMap(({ record, enumValue, ports }) =>
    ports.map((port) => ({
      record: port.record,
      context: { node: record, list: port.list, nodeType: types.get(enumValue.toLowerCase()) },
    })),
  );
  const nameField = context.source.whereFound('port.name') ?? 'name';
  const agreed = findAgreedExpression(listConsistentExpressions(samples, nameField));
  const location =
    agreed ??
    findAgreedExpression(
      listConsistentExpressions(samples, nameField, await tryConnections(context, graphId, samples)),
    );
  if (location) context.source.learn('port.direction', [location.expression]);
};

/** Tries to connect ports of the same type in both directions, until some ports are known to be inputs or outputs. */
const tryConnections = async (
  { http }: DiscoveryContext,
  graphId: Id,
  samples: readonly PortSample[],
): Promise<ReadonlyMap<PortSample, Direction>> => {
  const directions = new Map<PortSample, Direction>();
  const pairs = samples.flatMap((from) =>
    samples
      .filter((to) => to.record.type === from.record.type && to.context.node?.id !== from.context.node?.id)
      .map((to) => ({ from, to })),
  );
  let remainingTrials = maxTrials;
  for (const { from, to } of pairs) {
    if (directions.has(from) || directions.has(to)) continue;
    remainingTrials -= 1;
    if (remainingTrials < 0) break;
    const ends = { outputPortId: from.record.id, inputPortId: to.record.id };
    const { ok } = await http.post(pathTo`/api/graphs/${graphId}/connections`, ends);
    if (ok) directions.set(from, 'output').set(to, 'input');
  }
  return directions;
};
