import { OrthographicCamera, PerspectiveCamera } from 'three';
import { ApiError } from '#spec/errors.ts';
import { defineComponent } from './component-type.ts';
import { floatProperty, optionProperty, markStructural } from './property-schema.ts';

/** The minimum ratio of far to near. */
const minDepthRatio = 1.001;

interface DepthRange {
  readonly near: number;
  readonly far: number;
}

/** Returns the reason why a depth range shows nothing; `undefined` for a valid range. */
export const findDepthRangeProblem = ({ near, far }: DepthRange): string | undefined =>
  near < far ? undefined : `A camera with near ${near} m and far ${far} m shows nothing.`;

export const cameraComponent = defineComponent({
  name: 'Camera',
  description: 'A view of the scene along its -Z',
  schema: {
    projection: markStructural(optionProperty(['perspective', 'orthographic'], 'How it projects')),
    fov: floatProperty(50, 'Vertical field of view, in degrees', { minimum: 1, maximum: 179 }),
    aspect: floatProperty(1, 'Width of the view over its height', { minimum: 0.01, maximum: 100 }),
    near: floatProperty(0.1, 'Near plane in metres, less than far', { minimum: 0.001 }),
    far: floatProperty(2000, 'Far plane in metres, more than near', { minimum: 0.001 }),
    zoom: floatProperty(1, 'Magnification', { minimum: 0.01 }),
    orthoSize: floatProperty(5, 'Half of the height of an orthographic view, in metres', { minimum: 0.001 }),
  },
  check({ near, far }) {
    const reason = findDepthRangeProblem({ near, far });
    if (reason) throw new ApiError('INVALID_VALUE', reason, { near, far, expected: 'near less than far' });
  },
  createObject3D: ({ projection }): PerspectiveCamera | OrthographicCamera =>
    projection === 'perspective' ? new PerspectiveCamera() : new OrthographicCamera(),
  applyValues(camera, { fov, aspect, near, far, zoom, orthoSize }) {
    // Keeps far beyond near: tweens may move near beyond far, and a view without depth would result in invalid numbers.
    Object.assign(camera, { near, far: Math.max(far, near * minDepthRatio), zoom });
    if (camera instanceof PerspectiveCamera) Object.assign(camera, { fov, aspect });
    else {
      const [top, right] = [orthoSize, orthoSize * aspect];
      Object.assign(camera, { top, right, bottom: -top, left: -right });
    }
    camera.updateProjectionMatrix();
  },
});
