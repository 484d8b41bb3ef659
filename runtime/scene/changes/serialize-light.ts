import { lightKind } from '../rendering/render-frame.ts';
import type { RenderLight } from '#spec/scene-changes.ts';
import type { Light } from '../rendering/render-frame.ts';

/** Serializes a light with its own color and intensity, which rendering uses. */
export const serializeLight = (light: Light): RenderLight => {
  const { color, ground, direction, position, range, decay, coneCos, penumbraCos } = light;
  switch (light.kind) {
    case lightKind.ambient:
      return { kind: 'ambient', color };
    case lightKind.hemisphere:
      return { kind: 'hemisphere', color, ground, direction };
    case lightKind.directional:
      return { kind: 'directional', color, direction };
    case lightKind.point:
      return { kind: 'point', color, position, range, decay };
    case lightKind.spot: {
      const angle = Math.acos(coneCos);
      const penumbra = angle === 0 ? 0 : 1 - Math.acos(penumbraCos) / angle;
      return { kind: 'spot', color, position, direction, range, decay, angle, penumbra };
    }
  }
};
