/** Everything that commands use in addition to the model. */
import { isId, pathTo } from '../target/id.ts';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../json.ts';
import { parseToc } from '../target/routes.ts';
import type { AuditContext } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { JsonRecord } from '../json.ts';
import type { TargetNode, TargetPort } from '../audit-helpers/node-type-survey.ts';

/** The undocumented field with which a target shows that a trigger port is disabled. */
interface DisabledField {
  readonly field: string;
  readonly disabled: unknown;
}

export interface ModelContext {
  readonly t: AuditContext;
  /** The routes that the target lists, without parameter names. */
  readonly routes: ReadonlySet<string>;
  /** A small set of node types to place, which together have ports of every type. */
  readonly nodeTypes: readonly TargetNode[];
  /** The field that shows whether a port is disabled, or `undefined` if the target has no such field. */
  readonly disabledField: DisabledField | undefined;
  /** Port types whose values have been read as numbers. */
  readonly readableTypes: Set<string>;
  /** The commands that have run so far, for the report of a failure. */
  readonly trail: string[];
}

export const portPath = ({ id }: Pick<TargetPort, 'id'>, suffix: string): string =>
  pathTo`/api/ports/${id}/${suffix}`;

export const readListedRoutes = async (t: AuditContext): Promise<ReadonlySet<string>> => {
  const { json } = await t.http.get('/api/toc');
  return new Set(parseToc(t.fields, json).map(({ route }) => route));
};

/**
 * Selects a small set of node types that includes Note and that together has a port of each type in each direction.
 * None of these types is limited to one node per graph.
 */
export const selectNodeTypes = async (t: AuditContext): Promise<readonly TargetNode[]> => {
  const candidates = coverPortKinds((await t.fixtures.palette()).nodes);
  const graph = await t.fixtures.graph();
  const canAddTwice = async ({ category }: TargetNode): Promise<boolean> => {
    const body = { category, locationX: 0, locationY: 0 };
    const add = () => t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, body);
    return (await add()).ok && (await add()).ok;
  };
  const usable: TargetNode[] = [];
  for (const node of candidates) if (await canAddTwice(node)) usable.push(node);
  return usable;
};

const coverPortKinds = (nodes: readonly TargetNode[]): readonly TargetNode[] => {
  const selected = nodes.filter(({ category }) => category === 'Note');
  const coveredKinds = new Set<string>();
  const added = (node: TargetNode): number =>
    listPortKinds(node).filter((kind) => !coveredKinds.has(kind)).length;
  for (;;) {
    const richest = nodes.reduce<TargetNode | undefined>(
      (best, node) => (added(node) > (best ? added(best) : 0) ? node : best),
      undefined,
    );
    if (!richest) return selected;
    selected.push(richest);
    for (const kind of listPortKinds(richest)) coveredKinds.add(kind);
  }
};

const listPortKinds = ({ ports }: TargetNode): readonly string[] => [
  ...new Set(ports.map(({ type, direction }) => `${direction} ${type}`)),
];

/** Finds the field whose value differs between a disabled and an enabled trigger port. */
export const findDisabledField = async (t: AuditContext): Promise<DisabledField | undefined> => {
  const graph = await t.fixtures.graph();
  const triggerPort = await t.fixtures.tryPort(
    graph,
    ({ type, direction }) => type === 'Trigger' && direction === 'input',
  );
  if (!triggerPort) return undefined;
  const { node, port } = triggerPort;
  const readPort = async () =>
    (await t.fixtures.listNodes(graph))
      .find(({ id }) => id === node.id)
      ?.ports.find(({ id }) => id === port.id)?.record;
  const states = [await readPort()];
  for (const verb of ['disable', 'enable', 'disable', 'enable']) {
    if (!(await t.http.post(portPath(port, verb))).ok) return undefined;
    states.push(await readPort());
  }
  const [initial, off, on, offAgain, onAgain] = states;
  if (!isRecord(initial) || !isRecord(off)) return undefined;
  const field = Object.keys(off).find(
    (key) =>
      !isDeepStrictEqual(off[key], initial[key]) &&
      isDeepStrictEqual([off[key], initial[key], initial[key]], [offAgain?.[key], on?.[key], onAgain?.[key]]),
  );
  return field === undefined ? undefined : { field, disabled: off[field] };
};

export const isMarkedDisabled = ({ record }: TargetPort, mark: DisabledField): boolean =>
  isDeepStrictEqual(record[mark.field], mark.disabled);

/** Whether a port's record says that the port is a part of the given parent port. */
export const isChildOf = ({ parentPortId }: JsonRecord, parent: Id): boolean =>
  isId(parentPortId) && String(parentPortId) === String(parent);
