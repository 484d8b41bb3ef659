import type { actions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import type { ActionParameters } from '#spec/contract/action-spec.ts';
import type { AnyActionHandler } from '../actions/run-action.ts';
import type { Engine } from './api.ts';

const defaultSize = { width: 1280, height: 720 };

/** Creates a handler for output.capture that draws with the engine. */
export const createCaptureHandler =
  <Handle>(engine: Engine<Handle>): AnyActionHandler =>
  async (parameters) => {
    const { width, height, format } = parameters as ActionParameters<typeof actions.output.capture>;
    if (format === 'json')
      throw new ApiError('ACTION_FAILED', "This runtime captures only with the format 'png'.");
    const size = { width: width ?? defaultSize.width, height: height ?? defaultSize.height };
    const png = (await engine.picture?.(size.width, size.height)) ?? new Uint8Array();
    const { buffer, byteOffset, byteLength } = png;
    const data = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64');
    return { capture: { format, ...size, mediaType: 'image/png', encoding: 'base64', byteLength, data } };
  };
