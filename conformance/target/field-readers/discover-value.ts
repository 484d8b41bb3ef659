import { type Id, pathTo } from '../id.ts';
import { type DiscoveryContext, isPortOfType, isWritablePort, type SampleNode } from './discovery-context.ts';
import { isQuotable, toPathStep } from './jsonata-expression.ts';
import type { HttpClient } from '../http/exchange.ts';

/** A written value, and the response of the port read that followed the write. */
export interface WriteTrial {
  readonly written: unknown;
  readonly body: unknown;
}

/**
 * Returns an expression for the path at which each response contains the value that was written. '' means the whole body. If there
 * are several paths, returns the outermost.
 */
export const inferValuePath = (trials: readonly WriteTrial[]): string | undefined => {
  const [first, ...otherPaths] = trials.map(({ written, body }) => listPathsTo(body, written));
  return first?.find((path) => otherPaths.every((paths) => paths.includes(path)));
};

/** Returns all paths at which a body contains a value, outermost first. */
const listPathsTo = (body: unknown, value: unknown): readonly string[] => {
  const found: string[] = [];
  let level: readonly (readonly [string, unknown])[] = [['', body]];
  while (level.length > 0) {
    found.push(...level.flatMap(([path, inner]) => (inner === value ? [path] : [])));
    level = level.flatMap(([path, inner]) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner)
            .filter(([key]) => isQuotable(key))
            .map(([key, next]) => [addStep(path, key, Array.isArray(inner)), next] as const)
        : [],
    );
  }
  return found;
};

const addStep = (path: string, key: string, isIndex: boolean): string => {
  if (isIndex) return `${path === '' ? '$' : path}[${key}]`;
  return path === '' ? toPathStep(key) : `${path}.${toPathStep(key)}`;
};

/** Two values to write to a port of each type. */
const trialValues: Readonly<Record<string, readonly [unknown, unknown]>> = {
  Float: [3.25, 7.5],
  Integer: [3, 7],
  String: ['first of two', 'second of two'],
};

/** Maximum number of ports of each type that are tried. */
const maxPorts = 3;

/** Finds the value field of a port by writing two values and searching the responses for them. */
export const discoverValue = async (
  { http, source }: DiscoveryContext,
  nodes: readonly SampleNode[],
): Promise<void> => {
  if (source.describeOverride('port.value') !== undefined) return;
  const ports = nodes.flatMap((node) => node.ports).filter(isWritablePort);
  const paths = new Set<string>();
  for (const [type, written] of Object.entries(trialValues)) {
    for (const { record } of ports.filter(isPortOfType(type)).slice(0, maxPorts)) {
      const trials = await writeAndRead(http, record.id as Id, written);
      const path = trials.length === written.length ? inferValuePath(trials) : undefined;
      if (path === undefined) continue;
      // In an expression, '$' means the whole body, even if the body is a record.
      paths.add(path === '' ? '$' : path);
      break;
    }
  }
  if (paths.size > 0) source.learn('port.value', [...paths]);
};

const writeAndRead = async (
  http: HttpClient,
  portId: Id,
  written: readonly unknown[],
): Promise<readonly WriteTrial[]> => {
  const trials: WriteTrial[] = [];
  for (const value of written) {
    const write = await http.put(pathTo`/api/ports/${portId}/value`, { value });
    const read = await http.get(pathTo`/api/ports/${portId}/value`);
    if (write.ok && read.ok) trials.push({ written: value, body: read.json });
  }
  return trials;
};
