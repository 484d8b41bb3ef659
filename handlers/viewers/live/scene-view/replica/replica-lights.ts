import {
  AmbientLight,
  DirectionalLight,
  type Group,
  HemisphereLight,
  type Light,
  PointLight,
  SpotLight,
} from 'three';
import type { RenderLight } from '#spec/scene-changes.ts';

/**
 * Creates the lights of a group. As long as the kinds and number of lights stay the same, the
 * shader programs are reused.
 */
export const createReplicaLights = (group: Group) => {
  let kinds = '';
  let created: Light[] = [];
  const apply = (lights: readonly RenderLight[]): void => {
    const now = lights.map(({ kind }) => kind).join();
    if (now !== kinds) {
      for (const light of created) light.dispose();
      group.clear();
      created = lights.map(({ kind }) => createLight(kind));
      for (const light of created) group.add(light);
      kinds = now;
    }
    for (const [i, source] of lights.entries()) if (created[i]) applyLight(created[i], source);
  };
  return { apply, list: (): readonly Light[] => created };
};

const createLight = (kind: RenderLight['kind']): Light => {
  switch (kind) {
    case 'ambient':
      return new AmbientLight();
    case 'hemisphere':
      return new HemisphereLight();
    case 'directional':
      return new DirectionalLight();
    case 'point':
      return new PointLight();
    case 'spot':
      return new SpotLight();
  }
};

const applyLight = (light: Light, source: RenderLight): void => {
  light.intensity = 1;
  light.color.setRGB(...source.color);
  light.userData.castsShadow = 'castsShadow' in source && source.castsShadow;
  if ('direction' in source && source.kind !== 'spot') light.position.set(...source.direction);
  if ('position' in source) light.position.set(...source.position);
  if (light instanceof DirectionalLight) {
    light.target.position.setScalar(0);
    light.target.updateMatrixWorld();
  }
  if (light instanceof HemisphereLight && source.kind === 'hemisphere')
    light.groundColor.setRGB(...source.ground);
  if (light instanceof PointLight && source.kind === 'point') {
    light.distance = source.range;
    light.decay = source.decay;
  }
  if (light instanceof SpotLight && source.kind === 'spot') {
    const [x, y, z] = source.direction;
    light.distance = source.range;
    light.decay = source.decay;
    light.angle = source.angle;
    light.penumbra = source.penumbra;
    light.target.position.copy(light.position).sub({ x, y, z });
    light.target.updateMatrixWorld();
  }
  light.updateMatrixWorld();
};
