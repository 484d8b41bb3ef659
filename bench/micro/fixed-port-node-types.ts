import { nodeTypes } from '#runtime/nodes/index.ts';
import type { FixedPortNodeType } from '../target/node-catalogue.ts';

/** The node types of this package that have a fixed set of ports, as the API returns them. */
export const fixedPortNodeTypes: readonly FixedPortNodeType[] = nodeTypes
  .filter(({ ports }) => !ports.some((port) => port.affectsNodePorts))
  .map(({ enumValue, ports }) => ({
    enumValue,
    ports: ports.map(({ name, type, direction }) => ({ name, type, direction })),
  }));
