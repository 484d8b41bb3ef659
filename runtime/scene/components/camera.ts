import { OrthographicCamera, PerspectiveCamera } from 'three';
import { Fault } from '#spec/errors.ts';
import { kind } from './kind.ts';
import { float, option, structural } from './slots.ts';

/** The farthest that is seen is at least so many times as far as the nearest. */
const thinnest = 1.001;

interface Depth {
  readonly near: number;
  readonly far: number;
}

/** Why nothing is seen from the nearest to the farthest; undefined where there is something between them. */
export const whySightless = ({ near, far }: Depth): string | undefined =>
  near < far ? undefined : `A camera that sees from ${near} m to ${far} m sees nothing.`;

export const camera = kind({
  name: 'Camera',
  description: 'A view of the scene along its -Z',
  slots: {
    projection: structural(option(['perspective', 'orthographic'], 'How it projects')),
    fov: float(50, 'Vertical field of view, in degrees', { minimum: 1, maximum: 179 }),
    aspect: float(1, 'Width of the view over its height', { minimum: 0.01, maximum: 100 }),
    near: float(0.1, 'Metres to the nearest that is seen, less than far', { minimum: 0.001 }),
    far: float(2000, 'Metres to the farthest that is seen, more than near', { minimum: 0.001 }),
    zoom: float(1, 'Magnification', { minimum: 0.01 }),
    orthoSize: float(5, 'Half of the height of an orthographic view, in metres', { minimum: 0.001 }),
  },
  check({ near, far }) {
    const reason = whySightless({ near, far });
    if (reason) throw new Fault('INVALID_VALUE', reason, { near, far, expected: 'near less than far' });
  },
  draw: ({ projection }): PerspectiveCamera | OrthographicCamera =>
    projection === 'perspective' ? new PerspectiveCamera() : new OrthographicCamera(),
  show(drawn, { fov, aspect, near, far, zoom, orthoSize }) {
    // tweens may let them cross, and a view without depth has no numbers
    Object.assign(drawn, { near, far: Math.max(far, near * thinnest), zoom });
    if (drawn instanceof PerspectiveCamera) Object.assign(drawn, { fov, aspect });
    else {
      const [top, right] = [orthoSize, orthoSize * aspect];
      Object.assign(drawn, { top, right, bottom: -top, left: -right });
    }
    drawn.updateProjectionMatrix();
  },
});
