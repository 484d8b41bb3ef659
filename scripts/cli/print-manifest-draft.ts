import { generateManifest } from '../../conformance/manifest-generator/generate-manifest.ts';
import { UsageError as KitUsageError } from '../../conformance/target/manifest.ts';
import { verifyCertificate } from './certificate-pinning.ts';
import { isUsageError, UsageError } from './exit-codes.ts';
import { reportKitCrash } from './report-kit-crash.ts';
import { type TokenOptions, readToken } from './target-token.ts';
import { print, printError } from './output.ts';

interface ManifestOptions extends TokenOptions {
  readonly url: string;
  readonly eventsUrl?: string;
  readonly fingerprint?: string;
}

/**
 * Prints a generated manifest for an implementation, and lists on standard error what the user must add.
 * @throws UsageError if the implementation does not respond or rejects the token
 */
export const printManifestDraft = async (options: ManifestOptions): Promise<void> => {
  const { url, eventsUrl, fingerprint } = options;
  if (!URL.canParse(url)) throw new UsageError(`--url is not an http or https address: ${url}`);
  const token = readToken(options);
  await verifyCertificate(options);
  try {
    const { manifest, todos } = await generateManifest({
      url,
      eventsUrl,
      fingerprint,
      ...(token !== undefined && { token }),
    });
    print(`${JSON.stringify(manifest, null, 2)}\n`);
    printError(['Still missing:', ...todos.map((line) => `  ${line}`), ''].join('\n'));
  } catch (failure) {
    if (failure instanceof KitUsageError) throw new UsageError(failure.message);
    if (isUsageError(failure)) throw failure;
    reportKitCrash(failure);
  }
};
