/** Helpers for the references with which builds name the ports that they connect and write. */
import type { AuditTools } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { TargetPort } from './node-type-survey.ts';

/**
 * Returns a temporary id for a build that cannot be the id of an existing node. Node ids may have any form, even n1.
 */
export const toTempId = (name: string | number): string => `conform-new-${name}`;

/** Returns the name of a port. The audit is NOT_VERIFIED if ports have no names. */
export const requirePortName = (t: AuditTools, { name }: TargetPort): string =>
  name ?? t.unverified('ports that show their names (choices.paths "port.name")');

/**
 * Returns the reference to one end of a connection, which consists of a node's real or temporary id and a port's name.
 */
export const toPortReference = (t: AuditTools, node: Id, port: TargetPort): string =>
  `${node}/${requirePortName(t, port)}`;
