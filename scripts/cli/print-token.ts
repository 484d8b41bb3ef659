import { getIdentityFiles, readFingerprint } from '../../handlers/lan/tls-identity.ts';
import { readSettings, SettingsError } from '../../handlers/security/settings-file.ts';
import { UsageError } from './exit-codes.ts';
import { print } from './output.ts';
import { locateSettingsFile } from './locate-settings-file.ts';

interface TokenOptions {
  readonly settingsFile?: string;
  readonly fingerprint?: true;
}

/**
 * Prints the token from a settings file, or the fingerprint of the certificate next to that file.
 * @throws UsageError if there is no token or certificate
 */
export const printToken = async ({ fingerprint, ...options }: TokenOptions): Promise<void> => {
  const settingsFile = locateSettingsFile(options.settingsFile);
  if (fingerprint) return printFingerprint(settingsFile);
  const settings = await readSettings(settingsFile).catch((failure) => {
    throw failure instanceof SettingsError ? new UsageError(failure.message) : failure;
  });
  if (!settings)
    throw new UsageError(`There is no settings file '${settingsFile}'. 'scene-runtime serve' creates one.`);
  print(`${settings.apiToken}\n`);
};

const printFingerprint = async (settingsFile: string): Promise<void> => {
  const fingerprint = await readFingerprint(settingsFile).catch((failure) => {
    throw failure instanceof SettingsError ? new UsageError(failure.message) : failure;
  });
  if (fingerprint === undefined) {
    const { certificateFile } = getIdentityFiles(settingsFile);
    throw new UsageError(
      `There is no certificate '${certificateFile}'. 'scene-runtime serve --lan' creates one.`,
    );
  }
  print(`${fingerprint}\n`);
};
