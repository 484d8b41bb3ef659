import { toJSONSchema } from 'zod';
import { Manifest } from '../../conformance/target/manifest.ts';
import { print } from './output.ts';

/** Prints the JSON schema of a target manifest, for editors and for `$schema`. */
export const printManifestSchema = (): void => {
  print(`${JSON.stringify(toJSONSchema(Manifest, { io: 'input' }), null, 2)}\n`);
};
