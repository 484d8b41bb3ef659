import type { Json } from '#spec/values.ts';
import type { PortDeclaration } from './node-type.ts';
import { integer } from './ports.ts';

const minNumberedPorts = 1;

/** Maximum number of ports per numbered kind of a node. */
export const maxNumberedPorts = 64;

/** The number of ports per numbered kind while Count is not set. */
const defaultPortCount = 4;

const numberedNamePattern = /^(\D+)(\d+)$/;

const clampPortCount = (count: Json | undefined): number =>
  typeof count === 'number'
    ? Math.min(Math.max(Math.trunc(count), minNumberedPorts), maxNumberedPorts)
    : defaultPortCount;

/** The port that sets the number of ports per numbered kind. */
export const countPort = integer(defaultPortCount, {
  affectsNodePorts: true,
  minimum: minNumberedPorts,
  maximum: maxNumberedPorts,
});

/** Replaces each numbered kind by as many ports as Count says, such as Out0 to Out3. */
export const expandNumberedPorts = (
  { Count }: Readonly<Record<string, Json>>,
  declared: readonly PortDeclaration[],
): readonly PortDeclaration[] =>
  declared.flatMap((port) => {
    const [, kind, index] = numberedNamePattern.exec(port.name) ?? [];
    if (kind === undefined) return [port];
    if (index !== '0') return [];
    return Array.from({ length: clampPortCount(Count) }, (_, number) => ({
      ...port,
      name: `${kind}${number}`,
    }));
  });

/** Creates a handler for each trigger input of a numbered kind that a node may have. */
export const createNumberedHandlers = <K extends string, B>(
  kind: K,
  createHandler: (port: `${K}${number}`) => B,
): Readonly<Record<`${K}${0 | 1 | 2 | 3}`, B>> =>
  Object.fromEntries(
    Array.from({ length: maxNumberedPorts }, (_, number) => [
      `${kind}${number}`,
      createHandler(`${kind}${number}`),
    ]),
  ) as Record<`${K}${0 | 1 | 2 | 3}`, B>;
