/** The requirements: all statements of the service description, and what a runtime MUST do on the runtime link. */
import { actions } from './actions.ts';
import { editing } from './editing.ts';
import { events } from './events.ts';
import { linkRequirements } from './link.ts';
import { metaEndpoints } from './meta.ts';
import { portsVariablesAndBatch, properties } from './ports-variables-batch.ts';
import { overview, records, resources, states } from './resources.ts';
import { errorTable, limitsAndVersions, security } from './security.ts';
import { values } from './values.ts';
import type { Requirement } from './requirement.ts';

const rows = [
  ...overview,
  ...resources,
  ...values,
  ...records,
  ...states,
  ...metaEndpoints,
  ...editing,
  ...portsVariablesAndBatch,
  ...properties,
  ...actions,
  ...security,
  ...events,
  ...errorTable,
  ...limitsAndVersions,
  ...linkRequirements,
] as const;

export type RequirementId = (typeof rows)[number]['id'];

/** All requirements, in the order of the description. */
export const requirements: readonly Requirement<RequirementId>[] = rows;
