import { OrthographicCamera, PerspectiveCamera } from 'three';
import { ApiError } from '#spec/errors.ts';
import { defineComponent } from './component-type.ts';
import { floatProperty, optionProperty, markStructural } from './property-schema.ts';

/** The farthest that is seen is at least so many times as far as the nearest. */
const minDepthRatio = 1.001;

interface DepthRange {
  readonly near: number;
  readonly far: number;
}

/** Why nothing is seen from the nearest to the farthest; undefined where there is something between them. */
export const findDepthRangeProblem = ({ near, far }: DepthRange): string | undefined =>
  near < far ? undefined : `A camera that sees from ${near} m to ${far} m sees nothing.`;

export const cameraComponent = defineComponent({
  name: 'Camera',
  description: 'A view of the scene along its -Z',
  schema: {
    projection: markStructural(optionProperty(['perspective', 'orthographic'], 'How it projects')),
    fov: floatProperty(50, 'Vertical field of view, in degrees', { minimum: 1, maximum: 179 }),
    aspect: floatProperty(1, 'Width of the view over its height', { minimum: 0.01, maximum: 100 }),
    near: floatProperty(0.1, 'Metres to the nearest that is seen, less than far', { minimum: 0.001 }),
    far: floatProperty(2000, 'Metres to the farthest that is seen, more than near', { minimum: 0.001 }),
    zoom: floatProperty(1, 'Magnification', { minimum: 0.01 }),
    orthoSize: floatProperty(5, 'Half of the height of an orthographic view, in metres', { minimum: 0.001 }),
  },
  check({ near, far }) {
    const reason = findDepthRangeProblem({ near, far });
    if (reason) throw new ApiError('INVALID_VALUE', reason, { near, far, expected: 'near less than far' });
  },
  createObject3D: ({ projection }): PerspectiveCamera | OrthographicCamera =>
    projection === 'perspective' ? new PerspectiveCamera() : new OrthographicCamera(),
  applyValues(drawn, { fov, aspect, near, far, zoom, orthoSize }) {
    // tweens may let them cross, and a view without depth has no numbers
    Object.assign(drawn, { near, far: Math.max(far, near * minDepthRatio), zoom });
    if (drawn instanceof PerspectiveCamera) Object.assign(drawn, { fov, aspect });
    else {
      const [top, right] = [orthoSize, orthoSize * aspect];
      Object.assign(drawn, { top, right, bottom: -top, left: -right });
    }
    drawn.updateProjectionMatrix();
  },
});
