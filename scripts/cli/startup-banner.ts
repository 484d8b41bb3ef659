/** The text that `serve` prints for the user when the service is ready. */
import { resolve } from 'node:path';
import { quoteShellPath } from './init.ts';
import type { NetworkState } from '#spec/rest/security.ts';
import type { RunningServer } from '../../handlers/start-server.ts';

interface BannerOptions {
  /** Absolute path of the settings file. */
  readonly settingsFile: string;
  /** Whether other commands find the settings file without an option. */
  readonly isDefaultFile: boolean;
  /** Folder of the open project, or `undefined` if no project is open. */
  readonly project: string | undefined;
}

/** Renders the banner. The commands that it shows can be pasted into a shell unchanged. */
export const renderBanner = (
  { url, eventsUrl, runtimeUrl, service }: RunningServer,
  { settingsFile, isDefaultFile, project }: BannerOptions,
): string => {
  const { apiToken, apiEnabled } = service.security.settings;
  const settings = isDefaultFile ? '' : ` --settings-file ${quoteShellPath(settingsFile)}`;
  const runtime = `not connected. Run: npx scene-runtime runtime --connect ${runtimeUrl}${settings}`;
  return `
Scene Runtime Control API

  Live     ${url}/live#token=${apiToken}
  API      ${url}
  Hub      ${eventsUrl}${runtimeUrl === undefined ? '' : `\n  Runtime  ${runtime}`}
  Token    apiToken in ${settingsFile}
  Project  ${project === undefined ? 'none is open' : resolve(project)}
  Switch   the external API is ${apiEnabled ? 'on' : 'off'} (apiEnabled in the same file)
${renderLanLines(service.network().lan)}
Next steps
  1. curl ${url}/api/health
  2. npm run demo -- --url ${url}    in a clone: builds and runs a graph over REST and hub
  3. SCENE_TOKEN=$(npx scene-runtime token${settings}) npx scene-runtime conform --url ${url} --token-env SCENE_TOKEN

Ctrl+C stops running graphs, saves the project and ends the service.
`;
};

const renderLanLines = (lan: NetworkState['lan']): string =>
  lan === null
    ? ''
    : `
For other machines
  Address  ${lan.urls.join('\n           ') || `https://<this machine>:${lan.port}`}
  Pin      ${lan.fingerprint}
           the SHA-256 fingerprint of the certificate, valid until ${lan.validUntil.slice(0, 10)}
  Let in   ${lan.allow.join(', ') || 'nobody; add addresses to lan.allow in the settings file'}
`;
