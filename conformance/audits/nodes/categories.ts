import { stringsOf } from '../../json.ts';
import { defaultNodes, isNamed } from './default-nodes.ts';
import type { AuditTools } from '../../audit.ts';
import type { LabNode } from '../../lab/palette.ts';

/** Types of data that every implementation has, and that are not to be kept secret. */
const plainTypes = ['Float', 'Integer', 'Boolean', 'String', 'Vector3'];

/** A node that is nothing but the inputs and outputs of its kind: no graph has a need for just one of it. */
const isPlain = (node: LabNode): boolean =>
  !defaultNodes.some((name) => isNamed(node.record, name) || name === node.category) &&
  node.ports.length > 0 &&
  node.ports.every(({ type, record }) => plainTypes.includes(type) && record.isSensitive !== true);

/** A node type that the target lets itself be created with, as often as one likes. */
export const someCategory = async (t: AuditTools): Promise<string> => {
  const { nodes } = await t.lab.palette();
  const found = nodes.find(isPlain) ?? nodes.find(({ ports }) => ports.length > 0);
  return found?.category ?? t.unverified('a node type that can be created');
};

/** {@link someCategory}, or the first on offer where no node came back in a shape by which it can be known. */
export const offeredCategory = async (t: AuditTools): Promise<string> => {
  if ((await t.lab.palette()).nodes.length > 0) return someCategory(t);
  const [first] = stringsOf(await t.lab.readAll('/api/node-types/enum-values'));
  return first ?? t.unverified('the enum values');
};
