import { pathTo } from '../id.ts';
import { inferValuePath } from './infer-value.ts';
import { isPortOfType, isWritablePort } from './discovery-context.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { Id } from '../id.ts';
import type { WriteTrial } from './infer-value.ts';
import type { DiscoveryContext, SampleNode } from './discovery-context.ts';

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
