import { Color, Mesh, PlaneGeometry, ShaderMaterial } from 'three';

/** How the grid is drawn: as fine lines on the ground, or as the floor of an empty studio. */
type GridStyle = 'lines' | 'floor';

interface GroundGrid {
  readonly mesh: Mesh;
  setStyle(style: GridStyle): void;
  close(): void;
}

const extent = 240;

/** Distances are in metres, and line widths in fractions of a square metre's side. */
const styles = {
  lines: { color: '#8a97ad', opacity: 0.3, lineWidth: 0.012, fade: 0.055, isFloor: false },
  floor: { color: '#b9b0f0', opacity: 0.75, lineWidth: 0.013, fade: 0.05, isFloor: true },
} as const satisfies Readonly<Record<GridStyle, object>>;

const floorColors = { floor: '#08070f', glow: '#1b1860' };

/** Creates a grid of square metres on the ground, which fades out with the distance. */
export const createGroundGrid = (): GroundGrid => {
  const uniforms = {
    lineColor: { value: new Color() },
    floorColor: { value: new Color(floorColors.floor) },
    glowColor: { value: new Color(floorColors.glow) },
    lineOpacity: { value: 0 },
    lineWidth: { value: 0 },
    fade: { value: 0 },
    isFloor: { value: false },
  };
  const material = new ShaderMaterial({
    ...{ uniforms, vertexShader, fragmentShader },
    ...{ transparent: true, depthWrite: false },
  });
  const mesh = new Mesh(new PlaneGeometry(extent, extent).rotateX(-Math.PI / 2), material);
  mesh.renderOrder = -1;
  return {
    mesh,
    setStyle(name) {
      const { color, opacity, lineWidth, fade, isFloor } = styles[name];
      uniforms.lineColor.value.set(color);
      uniforms.lineOpacity.value = opacity;
      uniforms.lineWidth.value = lineWidth;
      uniforms.fade.value = fade;
      uniforms.isFloor.value = isFloor;
    },
    close() {
      mesh.geometry.dispose();
      material.dispose();
    },
  };
};

const vertexShader = `
  varying vec3 worldPosition;
  void main() {
    worldPosition = (modelMatrix * vec4(position, 1.0)).xyz;
    gl_Position = projectionMatrix * viewMatrix * vec4(worldPosition, 1.0);
  }`;

/** Lines are at least a pixel wide, and become fainter instead of thinner, so that they don't flicker far away. */
const fragmentShader = `
  uniform vec3 lineColor;
  uniform vec3 floorColor;
  uniform vec3 glowColor;
  uniform float lineOpacity;
  uniform float lineWidth;
  uniform float fade;
  uniform bool isFloor;
  varying vec3 worldPosition;

  float getLineCoverage(vec2 at) {
    vec4 slope = vec4(dFdx(at), dFdy(at));
    vec2 pixel = vec2(length(slope.xz), length(slope.yw));
    vec2 width = clamp(vec2(lineWidth), pixel, vec2(0.5));
    vec2 distanceToLine = 0.5 - abs(fract(at) - 0.5);
    vec2 coverage = smoothstep(width * 0.5 + pixel, width * 0.5 - pixel * 0.25, distanceToLine);
    coverage *= clamp(lineWidth / width, 0.0, 1.0);
    coverage = mix(coverage, vec2(lineWidth), clamp(pixel * 2.0 - 1.0, 0.0, 1.0));
    return mix(coverage.x, 1.0, coverage.y);
  }

  float getFog(float distance, float density) {
    return exp(-distance * distance * density * density);
  }

  void main() {
    float nearness = getFog(distance(worldPosition, cameraPosition), fade);
    float line = getLineCoverage(worldPosition.xz) * lineOpacity * nearness;
    if (!isFloor) {
      gl_FragColor = vec4(lineColor, line);
      return;
    }
    float glow = getFog(length(worldPosition.xz), 0.32);
    vec3 color = mix(floorColor, glowColor, glow);
    gl_FragColor = vec4(mix(color, lineColor, line), max(nearness, line));
  }`;
