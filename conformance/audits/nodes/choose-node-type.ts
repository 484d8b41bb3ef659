import { filterStrings } from '../../json.ts';
import { defaultNodes, hasDefaultNodeName } from './default-nodes.ts';
import type { AuditTools } from '../../audit.ts';
import type { TargetNode } from '../../audit-helpers/node-type-survey.ts';

/** Types of data that every implementation has, and that are not to be kept secret. */
const plainDataTypes = ['Float', 'Integer', 'Boolean', 'String', 'Vector3'];

/** A node that is nothing but the inputs and outputs of its kind: no graph has a need for just one of it. */
const isPlainNode = (node: TargetNode): boolean =>
  !defaultNodes.some((name) => hasDefaultNodeName(node.record, name) || name === node.category) &&
  node.ports.length > 0 &&
  node.ports.every(({ type, record }) => plainDataTypes.includes(type) && record.isSensitive !== true);

/** A node type that the target lets itself be created with, as often as one likes. */
export const chooseNodeType = async (t: AuditTools): Promise<string> => {
  const { nodes } = await t.fixtures.palette();
  const found = nodes.find(isPlainNode) ?? nodes.find(({ ports }) => ports.length > 0);
  return found?.category ?? t.unverified('a node type that can be created');
};

/** {@link chooseNodeType}, or the first on offer where no node came back in a shape by which it can be known. */
export const chooseListedNodeType = async (t: AuditTools): Promise<string> => {
  if ((await t.fixtures.palette()).nodes.length > 0) return chooseNodeType(t);
  const [first] = filterStrings(await t.fixtures.readAll('/api/node-types/enum-values'));
  return first ?? t.unverified('the enum values');
};
