import { toJSONSchema } from 'zod';
import { Manifest } from '../../conformance/target/manifest.ts';
import { print } from './output.ts';

/** Prints the JSON schema of target manifests, for use in editors and in `$schema`. */
export const printManifestSchema = (): void => {
  print(`${JSON.stringify(toJSONSchema(Manifest, { io: 'input' }), null, 2)}\n`);
};
