import { AssetFileError } from '../asset-file-error.ts';
import { validatorErrors } from './validator-errors.ts';

/** Everything else does not hide what comes after it. */
const rejectedCodes = Object.entries(validatorErrors).flatMap(([code, [outcome]]) =>
  outcome === 'ignored' ? [] : code,
);

/** The first error is the one that is reported. */
const maxIssues = 100;

/**
 * Lets the validator judge a packed model: it finds what is wrong with references, lengths and numbers.
 * @throws Refusal that says the first error and where it is.
 */
export const validateModel = async (glb: Uint8Array): Promise<void> => {
  const { default: validator } = await import('gltf-validator');
  const options = {
    format: 'glb',
    maxIssues: maxIssues,
    onlyIssues: rejectedCodes,
    writeTimestamp: false,
  } as const;
  const { issues } = await validator.validateBytes(glb, options).catch((failure: unknown) => {
    // It stumbles over some documents that are far from glTF.
    throw new AssetFileError('DAMAGED', `the validator cannot make sense of it (${String(failure)})`);
  });
  const [first] = issues.messages;
  if (!first) return;
  const { code, message, pointer } = first;
  const where = pointer === undefined ? '' : ` at ${pointer}`;
  throw new AssetFileError(
    'DAMAGED',
    `it is no valid glTF${where}: ${message.replace(/\.$/, '')} (${code})`,
    {
      rule: code,
      ...(pointer !== undefined && { pointer }),
      errors: issues.numErrors,
    },
  );
};
