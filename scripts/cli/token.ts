import { readSettings, SettingsError } from '../../handlers/security/settings.ts';
import { UsageError } from './exit.ts';
import { defaultSettingsFile } from './serve.ts';

/** Prints the token of a settings file. @throws UsageError when there is none */
export const printToken = async ({
  settingsFile = defaultSettingsFile(),
}: {
  settingsFile?: string;
}): Promise<void> => {
  const settings = await readSettings(settingsFile).catch((failure) => {
    throw failure instanceof SettingsError ? new UsageError(failure.message) : failure;
  });
  if (!settings)
    throw new UsageError(`there is no settings file '${settingsFile}'; 'scene-runtime serve' makes one`);
  process.stdout.write(`${settings.apiToken}\n`);
};
