import type { Json } from '#spec/values.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import { integer } from './ports.ts';

const minNumberedPorts = 1;

/** Maximum number of ports that a node can have for each numbered kind. */
export const maxNumberedPorts = 64;

/** Number of ports for each numbered kind if Count is not set. */
const defaultPortCount = 4;

const numberedNamePattern = /^(\D+)(\d+)$/;

const clampPortCount = (count: Json | undefined): number =>
  typeof count === 'number'
    ? Math.min(Math.max(Math.trunc(count), minNumberedPorts), maxNumberedPorts)
    : defaultPortCount;

/** The port Count, which sets the number of ports for each numbered kind. */
export const countPort = integer(defaultPortCount, {
  affectsNodePorts: true,
  minimum: minNumberedPorts,
  maximum: maxNumberedPorts,
});

/** Replaces each numbered kind with the number of ports that Count specifies, such as Out0 to Out3. */
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

/** Creates a handler for each trigger input that a numbered kind may have. */
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
