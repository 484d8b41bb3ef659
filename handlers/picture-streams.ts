/** Streams of pictures for clients that watch the scene. */
import { ApiError } from '#spec/errors.ts';
import { StreamedBody } from './pipeline/call.ts';
import { type Picture, type PictureView, takePicture } from './take-picture.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { Timers } from '#runtime/shared/scheduler.ts';

interface PictureStreamsOptions {
  readonly link: RuntimeLink;
  readonly scheduler: Timers;
}

interface StreamOptions {
  readonly view: PictureView;
  /** The maximum number of pictures per second. */
  readonly rate: number;
  /** The number of pictures after which the stream ends; by default, it doesn't end by itself. */
  readonly frames?: number | undefined;
  /** Whether the client may still see the scene. If not, the stream ends. */
  isAllowed(): boolean;
}

export interface PictureStreams {
  /**
   * Opens a stream, and waits for its first picture.
   * @throws ApiError ACTION_FAILED if there are too many streams, or the error of the first picture
   */
  open(options: StreamOptions): Promise<StreamedBody>;
  /** Ends all streams, and those that are opened from now on. */
  end(): void;
}

/** The maximum number of streams at the same time (C-321). Each may hold one picture in memory. */
const maxStreams = 64;

/** The interval at which a stream tries again while the runtime takes no pictures, in milliseconds (C-321). */
const retryMs = 1_000;

/**
 * Creates the streams of a service. Each stream requests its next picture when its client has taken the previous one, so
 * that nothing waits in a queue. Streams of the same view share their pictures.
 */
export const createPictureStreams = ({ link, scheduler }: PictureStreamsOptions): PictureStreams => {
  const pendingPictures = new Map<string, Promise<Picture>>();
  const ending = new AbortController();
  let streamCount = 0;

  /** Returns the picture that is being taken of this view, or else takes one. */
  const sharePicture = (view: PictureView): Promise<Picture> => {
    const key = JSON.stringify([view.camera, view.width, view.height]);
    const pending = pendingPictures.get(key);
    if (pending) return pending;
    const picture = takePicture(link, view, true).finally(() => pendingPictures.delete(key));
    pendingPictures.set(key, picture);
    return picture;
  };

  /** Waits until the next of the points in time that all streams of the same rate share. */
  const waitForNextFrame = (intervalMs: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const now = scheduler.now();
      const stop = (): void => {
        cancel();
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const cancel = scheduler.after((Math.floor(now / intervalMs) + 1) * intervalMs - now, stop);
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
    });

  /** Returns the next picture of a view; `undefined` if there is none, or if the stream ends first. */
  const takeNextPicture = (view: PictureView, signal: AbortSignal): Promise<Picture | undefined> =>
    new Promise((resolve, reject) => {
      const stop = (): void => resolve(undefined);
      signal.addEventListener('abort', stop);
      sharePicture(view)
        .catch(ignoreTemporaryFailure)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', stop));
    });

  async function* generateStream(
    firstPicture: Picture,
    { view, rate, frames = Number.POSITIVE_INFINITY, isAllowed }: StreamOptions,
    clientSignal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const signal = AbortSignal.any([clientSignal, ending.signal]);
    streamCount += 1;
    try {
      yield encode(`--${boundary}\r\n`);
      let picture: Picture | undefined = firstPicture;
      for (let sent = 0; !signal.aborted && isAllowed(); ) {
        if (picture) {
          sent += 1;
          yield* encodePart(picture, sent >= frames);
          if (sent >= frames) return;
        }
        await waitForNextFrame(picture ? 1000 / rate : Math.max(1000 / rate, retryMs), signal);
        if (!signal.aborted) picture = await takeNextPicture(view, signal);
      }
    } finally {
      streamCount -= 1;
    }
  }

  return {
    async open(options) {
      if (streamCount >= maxStreams)
        throw new ApiError(
          'ACTION_FAILED',
          `There are already ${maxStreams} streams of pictures.`,
          { maxStreams },
          'Close another stream, or use GET /api/scene/picture.png.',
        );
      streamCount += 1;
      try {
        const picture = await sharePicture(options.view);
        return new StreamedBody((signal) => generateStream(picture, options, signal));
      } finally {
        streamCount -= 1;
      }
    },
    end: () => ending.abort(),
  };
};

/** @throws the failure, unless a later picture may succeed */
const ignoreTemporaryFailure = (failure: unknown): undefined => {
  if (!(failure instanceof ApiError)) throw failure;
  if (failure.code === 'OBJECT_NOT_FOUND' || failure.code === 'COMPONENT_NOT_FOUND') throw failure;
};

const boundary = 'frame';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Encodes a picture as a part of a multipart body. The boundary after the part is sent immediately, because browsers
 * show a part only when they have received it.
 */
function* encodePart({ mediaType, bytes }: Picture, isLast: boolean): Generator<Uint8Array> {
  yield encode(`Content-Type: ${mediaType}\r\nContent-Length: ${bytes.length}\r\n\r\n`);
  yield bytes;
  yield encode(`\r\n--${boundary}${isLast ? '--' : ''}\r\n`);
}
