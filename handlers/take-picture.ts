import { ImageCapture, outputActions } from '#spec/actions/output.ts';
import { ApiError } from '#spec/errors.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { canRunAction, type RuntimeLink } from '#runtime/link/runtime-link.ts';

/** A camera, which is the main camera by default, and a size in pixels, which the runtime chooses by default. */
export interface PictureView {
  readonly camera?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

const timeoutMs = outputActions.capture.timeout * 1000;

/**
 * Takes a picture of the scene. A runtime that can't send bytes returns its picture in base64.
 * @param jpeg whether the picture may be a JPEG instead of a PNG
 * @throws ApiError ACTION_FAILED, or the runtime's error
 */
export const takePicture = async (link: RuntimeLink, view: PictureView, jpeg: boolean): Promise<Picture> => {
  const bytes =
    (link.capabilities?.takesPictures ?? true)
      ? (await link.request('scene.picture', { ...view, jpeg }, { timeoutMs })).data
      : await captureOutput(link, view);
  const mediaType = detectMediaType(bytes);
  if (mediaType === undefined || (mediaType === 'image/jpeg' && !jpeg))
    throw createNoPictureError(`expected a PNG${jpeg ? ' or a JPEG' : ''}`);
  return { mediaType, bytes };
};

const captureOutput = async (link: RuntimeLink, view: PictureView): Promise<Uint8Array> => {
  if (!canRunAction(link.capabilities, 'output.capture'))
    throw new ApiError('ACTION_FAILED', `The runtime ${link.capabilities?.name} takes no pictures.`);
  const command = { action: 'output.capture', parameters: { ...view, format: 'png' } };
  const { result } = await link.request('action.run', command, { timeoutMs });
  const { data: capture, error } = ImageCapture.safeParse(result.capture, validationMessages);
  if (error) throw createNoPictureError(describeFirstProblem(error, 'capture'));
  return Buffer.from(capture.data, 'base64');
};

const createNoPictureError = (problem: string): ApiError =>
  new ApiError('ACTION_FAILED', `The runtime returned no picture: ${problem}.`);

/** The first bytes of files. */
const signatures: Readonly<Record<Picture['mediaType'], readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

const detectMediaType = (bytes: Uint8Array): Picture['mediaType'] | undefined =>
  (['image/png', 'image/jpeg'] as const).find((mediaType) =>
    signatures[mediaType].every((byte, index) => bytes[index] === byte),
  );
