import { AmbientLight, DirectionalLight, HemisphereLight, PointLight, SpotLight } from 'three';
import type { Group, Light } from 'three';
import type { RenderLight } from '#spec/scene-changes.ts';

/** Applies lights to a group. While kinds and number stay the same, shader programs are reused. */
export const createReplicaLights = (group: Group) => {
  let kinds = '';
  return (shown: readonly RenderLight[]): void => {
    const now = shown.map(({ kind }) => kind).join();
    if (now !== kinds) {
      for (const light of group.children) (light as Light).dispose();
      group.clear();
      for (const { kind } of shown) group.add(createLight(kind));
      kinds = now;
    }
    for (const [i, one] of shown.entries()) applyLight(group.children[i] as Light, one);
  };
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

const applyLight = (light: Light, shown: RenderLight): void => {
  light.intensity = 1;
  light.color.setRGB(...shown.color);
  if ('direction' in shown && shown.kind !== 'spot') light.position.set(...shown.direction);
  if ('position' in shown) light.position.set(...shown.position);
  if (light instanceof HemisphereLight && shown.kind === 'hemisphere')
    light.groundColor.setRGB(...shown.ground);
  if (light instanceof PointLight && shown.kind === 'point') {
    light.distance = shown.range;
    light.decay = shown.decay;
  }
  if (light instanceof SpotLight && shown.kind === 'spot') {
    const [x, y, z] = shown.direction;
    light.distance = shown.range;
    light.decay = shown.decay;
    light.angle = shown.angle;
    light.penumbra = shown.penumbra;
    light.target.position.copy(light.position).sub({ x, y, z });
    light.target.updateMatrixWorld();
  }
  light.updateMatrixWorld();
};
