/** The requirements: all statements of the service description, and what a runtime MUST do on the runtime link. */
import { actions } from './actions.ts';
import { editing } from './editing.ts';
import { errorTable } from './errors.ts';
import { events } from './events.ts';
import { limitsAndVersions } from './limits.ts';
import { linkRequirements } from './link.ts';
import { metaEndpoints } from './meta.ts';
import { overview } from './overview.ts';
import { portsVariablesAndBatch } from './ports-variables-batch.ts';
import { properties } from './properties.ts';
import { records } from './records.ts';
import { resources } from './resources.ts';
import { security } from './security.ts';
import { states } from './execution-states.ts';
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
