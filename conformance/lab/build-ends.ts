/** How builds name what they wire and write to. */
import type { AuditTools } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { LabPort } from './palette.ts';

/** The name of a port; NOT_VERIFIED where ports tell none. */
export const portName = (t: AuditTools, { name }: LabPort): string =>
  name ?? t.unverified('ports that tell their names (choices.paths "port.name")');

/** An end of a connection: a node, by its id or by a temporary one, and the name of a port. */
export const endOf = (t: AuditTools, node: Id, port: LabPort): string => `${node}/${portName(t, port)}`;
