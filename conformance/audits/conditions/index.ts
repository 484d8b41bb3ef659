import { apiOffAudits } from './api-off.ts';
import { blockedNodeAudits } from './blocked-nodes.ts';
import { defaultSettingAudits } from './default-settings.ts';
import { lanAudits } from './lan.ts';
import { noProjectAudits } from './no-project.ts';
import { noRuntimeAudits } from './no-runtime.ts';
import { projectOpenAudits } from './project-open.ts';
import { runtimeNeededAudits } from './runtime-needed.ts';
import { runtimeTroubleAudits } from './runtime-trouble.ts';
import { secretAudits } from './secrets.ts';

/** Audits of what shows only in special conditions of a target, which the interface itself cannot bring about. */
export const conditionAudits = [
  ...defaultSettingAudits,
  ...noRuntimeAudits,
  ...runtimeTroubleAudits,
  ...runtimeNeededAudits,
  ...apiOffAudits,
  ...noProjectAudits,
  ...projectOpenAudits,
  ...blockedNodeAudits,
  ...secretAudits,
  ...lanAudits,
];
