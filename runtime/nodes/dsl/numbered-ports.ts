import type { Json } from '#spec/values.ts';
import type { PortDeclaration } from './node-type.ts';
import { integer } from './ports.ts';

const minNumberedPorts = 1;

/** Ports that a node may have of one numbered kind. */
export const maxNumberedPorts = 64;

/** How many there are of each numbered kind while Count is not written. */
const defaultPortCount = 4;

const numberedNamePattern = /^(\D+)(\d+)$/;

const clampPortCount = (count: Json | undefined): number =>
  typeof count === 'number'
    ? Math.min(Math.max(Math.trunc(count), minNumberedPorts), maxNumberedPorts)
    : defaultPortCount;

/** The port that says how many there are of each numbered kind. */
export const countPort = integer(defaultPortCount, {
  affectsNodePorts: true,
  minimum: minNumberedPorts,
  maximum: maxNumberedPorts,
});

/** Puts as many ports in the place of each numbered kind, such as Out0 to Out3, as Count says. */
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

/** A body for each trigger input of a numbered kind that a node may come to have. */
export const createNumberedHandlers = <K extends string, B>(
  kind: K,
  body: (port: `${K}${number}`) => B,
): Readonly<Record<`${K}${0 | 1 | 2 | 3}`, B>> =>
  Object.fromEntries(
    Array.from({ length: maxNumberedPorts }, (_, number) => [`${kind}${number}`, body(`${kind}${number}`)]),
  ) as Record<`${K}${0 | 1 | 2 | 3}`, B>;
