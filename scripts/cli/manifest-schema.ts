import { toJSONSchema } from 'zod';
import { Manifest } from '../../conformance/target/manifest.ts';

/** Prints the JSON schema of a target manifest, for editors and for `$schema`. */
export const printManifestSchema = (): void => {
  process.stdout.write(`${JSON.stringify(toJSONSchema(Manifest, { io: 'input' }), null, 2)}\n`);
};
