import { AssetFileError } from '../asset-file-error.ts';
import { validatorErrors } from './validator-errors.ts';

/** The codes that the validator reports. Ignored errors are left out, so that they can't hide other errors. */
const rejectedCodes = Object.entries(validatorErrors).flatMap(([code, [outcome]]) =>
  outcome === 'ignored' ? [] : code,
);

/** The maximum number of issues that the validator collects. Only the first error is reported. */
const maxIssues = 100;

/**
 * Runs the Khronos validator on a packed model. The validator finds wrong references, lengths and numbers.
 * @throws AssetFileError with the first error and its location
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
    // The validator throws an exception for some documents that barely resemble glTF.
    throw new AssetFileError('DAMAGED', `the validator failed (${String(failure)})`);
  });
  const [first] = issues.messages;
  if (!first) return;
  const { code, message, pointer } = first;
  const location = pointer === undefined ? '' : ` at ${pointer}`;
  throw new AssetFileError(
    'DAMAGED',
    `it is not valid glTF${location}: ${message.replace(/\.$/, '')} (${code})`,
    {
      rule: code,
      ...(pointer !== undefined && { pointer }),
      errors: issues.numErrors,
    },
  );
};
