/** Which ports can be connected. The live page imports this file, so it imports no schemas. */
import type { PortType } from './values.ts';

/**
 * Whether an output of one type can be connected to an input of another type (description: 'Port', connection
 * compatibility; C-04).
 */
export const canConnectTypes = (output: PortType, input: PortType): boolean => {
  if (output === 'Button' && input === 'Trigger') return true;
  if (output === 'Trigger' || input === 'Trigger') return output === input;
  if (output === input || output === 'Generic' || input === 'Generic') return true;
  return interchangeableTypes.has(`${output} ${input}`);
};

const interchangeableTypes = new Set([
  'Float Integer',
  'Integer Float',
  'String ObjectSelector',
  'ObjectSelector String',
]);
