import { apiOffAudits } from './api-off.ts';
import { blockedNodeTypeAudits } from './blocked-node-types.ts';
import { defaultSettingAudits } from '../default-settings.ts';
import { imageExportAudits } from './image-export.ts';
import { lanAudits } from './lan.ts';
import { noProjectAudits } from './no-project.ts';
import { noRuntimeAudits } from './no-runtime.ts';
import { projectAudits } from '../projects.ts';
import { runtimeDependentRouteAudits } from './runtime-dependent-routes.ts';
import { failingAndSlowRuntimeAudits } from './failing-and-slow-runtime.ts';
import { secretsExposedAudits } from './secrets-exposed.ts';

/** Audits in special conditions that the API itself can't create. */
export const instanceAudits = [
  ...defaultSettingAudits,
  ...noRuntimeAudits,
  ...failingAndSlowRuntimeAudits,
  ...runtimeDependentRouteAudits,
  ...apiOffAudits,
  ...noProjectAudits,
  ...projectAudits,
  ...blockedNodeTypeAudits,
  ...secretsExposedAudits,
  ...imageExportAudits,
  ...lanAudits,
];
