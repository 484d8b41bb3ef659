import { filterStrings } from '../../json.ts';
import { defaultNodes, hasDefaultNodeName } from './find-default-node.ts';
import type { AuditTools } from '../../audit.ts';
import type { TargetNode } from '../../audit-helpers/node-type-survey.ts';

/** Data types that every implementation has and whose values need not be secret. */
const plainDataTypes = ['Float', 'Integer', 'Boolean', 'String', 'Vector3'];

/** Whether a node has only plain inputs and outputs, so that a graph may contain several nodes of its type. */
const isPlainNode = (node: TargetNode): boolean =>
  !defaultNodes.some((name) => hasDefaultNodeName(node.record, name) || name === node.category) &&
  node.ports.length > 0 &&
  node.ports.every(({ type, record }) => plainDataTypes.includes(type) && record.isSensitive !== true);

/** Finds a node type for which the target allows any number of nodes. */
export const chooseNodeType = async (t: AuditTools): Promise<string> => {
  const { nodes } = await t.fixtures.palette();
  const found = nodes.find(isPlainNode) ?? nodes.find(({ ports }) => ports.length > 0);
  return found?.category ?? t.unverified('a node type that can be created');
};

/** Returns the result of {@link chooseNodeType}, or the first listed node type when no created node could be parsed. */
export const chooseListedNodeType = async (t: AuditTools): Promise<string> => {
  if ((await t.fixtures.palette()).nodes.length > 0) return chooseNodeType(t);
  const [first] = filterStrings(await t.fixtures.readAll('/api/node-types/enum-values'));
  return first ?? t.unverified('the enum values');
};
