/** How builds name what they wire and write to. */
import type { AuditTools } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { TargetPort } from './node-type-survey.ts';

/** The name of a port; NOT_VERIFIED where ports tell none. */
export const requirePortName = (t: AuditTools, { name }: TargetPort): string =>
  name ?? t.unverified('ports that tell their names (choices.paths "port.name")');

/** An end of a connection: a node, by its id or by a temporary one, and the name of a port. */
export const toPortReference = (t: AuditTools, node: Id, port: TargetPort): string =>
  `${node}/${requirePortName(t, port)}`;
