/** The ledger: every statement of the service description, and nothing else. */
import { actions } from './requirements/actions.ts';
import { editing } from './requirements/editing.ts';
import { errorTable } from './requirements/errors.ts';
import { events } from './requirements/events.ts';
import { limitsAndVersions } from './requirements/limits.ts';
import { metaEndpoints } from './requirements/meta.ts';
import { overview } from './requirements/overview.ts';
import { portsAndMore } from './requirements/ports.ts';
import { properties } from './requirements/properties.ts';
import { records } from './requirements/records.ts';
import { resources } from './requirements/resources.ts';
import { security } from './requirements/security.ts';
import { states } from './requirements/states.ts';
import { values } from './requirements/values.ts';
import type { Requirement } from './requirements/row.ts';

const rows = [
  ...overview,
  ...resources,
  ...values,
  ...records,
  ...states,
  ...metaEndpoints,
  ...editing,
  ...portsAndMore,
  ...properties,
  ...actions,
  ...security,
  ...events,
  ...errorTable,
  ...limitsAndVersions,
] as const;

export type RequirementId = (typeof rows)[number]['id'];

/** Every requirement, in the order of the description. */
export const requirements: readonly Requirement<RequirementId>[] = rows;

export type { Level, Profile, Provenance, Requirement } from './requirements/row.ts';
