import { type Camera, OrthographicCamera, PerspectiveCamera } from 'three';
import { ApiError } from '#spec/errors.ts';
import type { FrameView } from '../../../kernels/rasterizer/render-frame.ts';

const maxEdge = 4096;
const maxPixels = 3840 * 2160;

/** The size of a picture in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Checks the size of a picture.
 * @throws ApiError ACTION_FAILED unless both edges are integers from 1 to 4096, with at most 3840 × 2160 pixels in
 * total
 */
export const assertImageSize = ({ width, height }: ImageSize): void => {
  const isEdge = (edge: number): boolean => Number.isInteger(edge) && edge >= 1 && edge <= maxEdge;
  if (isEdge(width) && isEdge(height) && width * height <= maxPixels) return;
  throw new ApiError(
    'ACTION_FAILED',
    `A picture of ${width} × ${height} pixels is not supported. Width and height must be integers from 1 to ${maxEdge}, and their product at most ${maxPixels}.`,
    { width, height, largestEdge: maxEdge, mostPixels: maxPixels },
  );
};

/** Clones a camera and gives it the aspect ratio of the picture. The vertical extent stays the same. */
const withAspect = (
  camera: PerspectiveCamera | OrthographicCamera,
  aspect: number,
): PerspectiveCamera | OrthographicCamera => {
  if (camera instanceof PerspectiveCamera) {
    const copy = new PerspectiveCamera(camera.fov, aspect, camera.near, camera.far);
    copy.zoom = camera.zoom;
    copy.updateProjectionMatrix();
    return copy;
  }
  const { left, right, top, bottom, near, far } = camera;
  const middle = (left + right) / 2;
  const half = ((top - bottom) / 2) * aspect;
  const copy = new OrthographicCamera(middle - half, middle + half, top, bottom, near, far);
  copy.zoom = camera.zoom;
  copy.updateProjectionMatrix();
  return copy;
};

/**
 * Describes a camera's view for a picture of a given size.
 * @throws ApiError ACTION_FAILED for a camera that sees nothing, or that is neither perspective nor orthographic
 */
export const describeView = (camera: Camera, { width, height }: ImageSize): FrameView => {
  if (!(camera instanceof PerspectiveCamera || camera instanceof OrthographicCamera)) {
    throw new ApiError('ACTION_FAILED', `Pictures require a perspective or an orthographic camera.`, {
      type: camera.type,
    });
  }
  camera.updateWorldMatrix(true, false);
  const { near, far } = camera;
  const fromWorld = Float64Array.from(camera.matrixWorldInverse.elements);
  const projection = Float64Array.from(withAspect(camera, width / height).projectionMatrix.elements);
  const orthographic = camera instanceof OrthographicCamera;
  const isValidProjection = projection.every(Number.isFinite) && far > near && (orthographic || near > 0);
  if (isValidProjection && fromWorld.every(Number.isFinite)) return { fromWorld, projection, orthographic };
  throw new ApiError(
    'ACTION_FAILED',
    'The camera sees nothing. Its position, field of view, zoom and clipping distances must be finite, far greater than near, and near greater than 0 for a perspective camera.',
    { near, far, zoom: camera.zoom },
  );
};
