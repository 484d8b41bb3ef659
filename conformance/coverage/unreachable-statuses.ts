import type { ConditionName } from '../target/manifest.ts';
import type { OpenApiOperation } from './openapi-operations.ts';

/** Statuses that the kit never requests from a target. */
const unprovokedStatuses: Readonly<Record<string, string>> = {
  429: 'never provoked: it would lock out the address of the kit',
  500: 'never provoked: no request should make a target fail',
};

const skippedOperations: Readonly<Record<string, string>> = {
  openProject: 'never called: it would replace the project that the run works in',
  rotateToken: 'never called: it would revoke the token of the run',
};

/** Statuses that require something that the kit can't create. */
const unreachableCodes: Readonly<Record<string, string>> = {
  LAYER_OCCUPIED: 'needs a scene object with an animation clip that can occupy a layer',
  NO_PROJECT: 'needs a target without a project',
};

/**
 * A runtime that always fails never accepts a graph, so the service need not inform the runtime that the graph was
 * deleted.
 */
const runtimeFailsLater = 'needs a runtime that accepts a graph and fails when the graph is deleted';

const unreachableCells: Readonly<Record<string, string>> = {
  'deleteGraph 422': runtimeFailsLater,
  'deleteGraph 504': runtimeFailsLater,
  'removeGraph 422': runtimeFailsLater,
  'removeGraph 504': runtimeFailsLater,
  'putAssetFile 408': 'never provoked: the body would have to stall for ten seconds',
  'putAssetFile 409': 'needs a file whose name differs from another one only in its spelling',
  'putAssetFile 413': 'never provoked: the body would have to be larger than 16 MiB',
  'putAssetFile 422': 'needs a file that the runtime cannot read',
  'listAssetFiles 422': 'needs a folder that cannot be read',
  'getAssetFile 422': 'needs a file that cannot be read',
  'deleteAssetFile 422': 'needs a bundled asset',
  'negotiateHub 401': 'needs a service that requires the token before it opens a connection',
};

/** Returns the reason why a status is not requested. Returns `undefined` if the status can be requested. */
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

/** Conditions that these statuses require and that requests alone can't cause. */
const statusConditions: Readonly<Record<string, ConditionName>> = {
  503: 'noRuntime',
  504: 'slowRuntime',
  422: 'failingRuntime',
};

const cellConditions: Readonly<Record<string, ConditionName>> = { 'exportNodePngs 200': 'debug' };

/**
 * Returns the condition under which an operation responds with a status. Returns `undefined` if the status requires no
 * condition.
 */
export const getStatusCondition = ({ id }: OpenApiOperation, status: string): ConditionName | undefined =>
  cellConditions[`${id} ${status}`] ?? statusConditions[status];

/** All conditions that at least one status requires. */
export const coverageConditions: readonly ConditionName[] = [
  ...Object.values(statusConditions),
  ...Object.values(cellConditions),
];
