/** How builds refer to the ports that they connect and write. */
import type { AuditTools } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { TargetPort } from './node-type-survey.ts';

/** Returns the name of a port; NOT_VERIFIED if ports have none. */
export const requirePortName = (t: AuditTools, { name }: TargetPort): string =>
  name ?? t.unverified('ports that show their names (choices.paths "port.name")');

/** Returns an end of a connection: a node, by its id or a temporary one, and the name of a port. */
export const toPortReference = (t: AuditTools, node: Id, port: TargetPort): string =>
  `${node}/${requirePortName(t, port)}`;
