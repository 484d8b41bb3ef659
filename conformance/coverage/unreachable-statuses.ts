import type { ConditionName } from '../target/manifest.ts';
import type { OpenApiOperation } from './openapi-operations.ts';

/** Statuses that no run asks a target for. */
const unprovokedStatuses: Readonly<Record<string, string>> = {
  429: 'never provoked: it would lock out the address that the run comes from',
  500: 'never provoked: there is no request that a target ought to fail at',
};

/** Operations that a run does not carry out. */
const skippedOperations: Readonly<Record<string, string>> = {
  openProject: 'never carried out: another project would take the place of the one that the run works in',
  rotateToken: 'never carried out: it would take away the token of the run',
};

/** Statuses that take things which a run cannot make. */
const unreachableCodes: Readonly<Record<string, string>> = {
  LAYER_OCCUPIED: 'needs a scene object with an animation clip that can occupy a layer',
  NO_PROJECT: 'needs a target without a project',
};

/** A runtime that fails at everything has never taken a graph, and need not be told that one goes. */
const runtimeFailsLater = 'needs a runtime that takes a graph first and is in trouble when the graph goes';

const unreachableCells: Readonly<Record<string, string>> = {
  'deleteGraph 422': runtimeFailsLater,
  'deleteGraph 504': runtimeFailsLater,
  'removeGraph 422': runtimeFailsLater,
  'removeGraph 504': runtimeFailsLater,
  'negotiateHub 401': 'needs a service that is set to ask for the token before it connects anybody',
};

/** Why nothing is sent to see a status; undefined when something ought to be. */
export const getUnreachableReason = (
  { id, statuses }: OpenApiOperation,
  status: string,
): string | undefined => {
  const reasons = (statuses.get(status) ?? []).map((code) => unreachableCodes[code]);
  return (
    unprovokedStatuses[status] ??
    unreachableCells[`${id} ${status}`] ??
    (status.startsWith('2') ? skippedOperations[id] : undefined) ??
    (reasons.length > 0 && !reasons.includes(undefined) ? reasons.join('; or ') : undefined)
  );
};

/** Conditions of the target that requests cannot bring about, and that these statuses take. */
const statusConditions: Readonly<Record<string, ConditionName>> = {
  503: 'noRuntime',
  504: 'slowRuntime',
  422: 'failingRuntime',
};

const cellConditions: Readonly<Record<string, ConditionName>> = { 'exportNodePngs 200': 'debug' };

/** The condition in which an operation answers a status, when it is not the usual one. */
export const getStatusCondition = ({ id }: OpenApiOperation, status: string): ConditionName | undefined =>
  cellConditions[`${id} ${status}`] ?? statusConditions[status];

/** Every condition that some status takes. */
export const coverageConditions: readonly ConditionName[] = [
  ...Object.values(statusConditions),
  ...Object.values(cellConditions),
];
