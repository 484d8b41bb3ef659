import type { actions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import type { ActionParameters } from '#spec/contract/action-spec.ts';
import type { AnyActionHandler } from '../actions/run-action.ts';
import type { Engine } from './api.ts';

const defaultSize = { width: 1280, height: 720 };

interface RequestedPicture {
  readonly camera?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

const getPictureSize = ({ width, height }: RequestedPicture) => ({
  width: width ?? defaultSize.width,
  height: height ?? defaultSize.height,
});

/** Takes a picture with the engine, as a PNG file. */
export const takeEnginePicture = async <Handle>(
  engine: Engine<Handle>,
  requested: RequestedPicture,
): Promise<Uint8Array> => {
  if (requested.camera !== undefined)
    throw new ApiError('ACTION_FAILED', 'This runtime always draws what its main camera sees.');
  const { width, height } = getPictureSize(requested);
  return (await engine.picture?.(width, height)) ?? new Uint8Array();
};

/** Creates a handler for output.capture that draws with the engine. */
export const createCaptureHandler =
  <Handle>(engine: Engine<Handle>): AnyActionHandler =>
  async (parameters) => {
    const requested = parameters as ActionParameters<typeof actions.output.capture>;
    const { format } = requested;
    if (format === 'json')
      throw new ApiError('ACTION_FAILED', "This runtime captures only with the format 'png'.");
    const size = getPictureSize(requested);
    const { buffer, byteOffset, byteLength } = await takeEnginePicture(engine, requested);
    const data = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64');
    return { capture: { format, ...size, mediaType: 'image/png', encoding: 'base64', byteLength, data } };
  };
