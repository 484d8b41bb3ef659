import { apiOff } from './api-off.ts';
import { blockedNodes } from './blocked-nodes.ts';
import { defaultSettings } from './default-settings.ts';
import { noProject } from './no-project.ts';
import { noRuntime } from './no-runtime.ts';
import { runtimeTrouble } from './runtime-trouble.ts';
import { secrets } from './secrets.ts';

/** Audits of what shows only in special conditions of a target, which the interface itself cannot bring about. */
export const conditionAudits = [
  ...defaultSettings,
  ...noRuntime,
  ...runtimeTrouble,
  ...apiOff,
  ...noProject,
  ...blockedNodes,
  ...secrets,
];
