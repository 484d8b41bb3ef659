import { assetActions } from '#spec/actions/assets.ts';
import { runActionForRoute } from '../../run-action-for-route.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import type { PropertyRecord } from '#spec/rest/properties.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { z } from 'zod';

type AssetAction = 'getProperties' | 'setProperty' | 'setProperties';

/** Runs the action that implements a route. Like other actions, this action waits for the asset's file. */
export const runAssetAction = async <A extends AssetAction>(
  link: RuntimeLink,
  operation: OperationSpec,
  action: A,
  parameters: z.input<(typeof assetActions)[A]['parameters']>,
): Promise<z.output<(typeof assetActions)[A]['result']>> => {
  const result = await runActionForRoute(
    link,
    operation,
    `assets.${action}`,
    assetActions[action],
    parameters,
  );
  return assetActions[action].result.parse(result) as z.output<(typeof assetActions)[A]['result']>;
};

type AssetPropertyFacts = Awaited<ReturnType<typeof runAssetAction<'getProperties'>>>['properties'][number];

/** Creates a property's record, including its URL. */
export const toAssetPropertyRecord = (
  basePath: string,
  asset: string,
  property: AssetPropertyFacts,
): z.input<typeof PropertyRecord> => ({
  ...property,
  url: `${basePath}/api/assets/${encodeURIComponent(asset)}/properties/${encodeURIComponent(property.name)}`,
});
