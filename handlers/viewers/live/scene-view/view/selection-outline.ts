import {
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  type Camera,
  type Object3D,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

interface SelectionOutline {
  /** A quad over the whole picture that draws the outline. */
  readonly quad: Mesh;
  /** Draws the silhouette of nodes, from which the outline is made. Without nodes, the outline is hidden. */
  update(renderer: WebGLRenderer, camera: Camera, nodes: readonly Object3D[]): void;
  color(css: string): void;
  close(): void;
}

/** The outline's width in CSS pixels. */
const widthPx = 2;

/** Creates an outline around everything that is drawn for the selected object, even where other objects hide it. */
export const createSelectionOutline = (): SelectionOutline => {
  const target = new WebGLRenderTarget(1, 1, { samples: 4, depthBuffer: false });
  const silhouette = new Scene();
  silhouette.matrixWorldAutoUpdate = false;
  silhouette.overrideMaterial = new MeshBasicMaterial({ side: DoubleSide, depthTest: false, fog: false });
  const uniforms = {
    silhouette: { value: target.texture },
    reach: { value: new Vector2() },
    color: { value: new Color() },
  };
  const material = new ShaderMaterial({
    ...{ uniforms, vertexShader, fragmentShader },
    ...{ transparent: true, depthTest: false, depthWrite: false },
  });
  const quad = new Mesh(new PlaneGeometry(2, 2), material);
  quad.frustumCulled = false;
  quad.visible = false;
  const size = new Vector2();
  return {
    quad,
    update(renderer, camera, nodes) {
      quad.visible = nodes.length > 0;
      if (!quad.visible) return;
      renderer.getDrawingBufferSize(size);
      if (target.width !== size.x || target.height !== size.y) target.setSize(size.x, size.y);
      uniforms.reach.value.set(1 / size.x, 1 / size.y).multiplyScalar(widthPx * renderer.getPixelRatio());
      // the nodes keep their parent, because they only lend their shapes
      silhouette.children = [...nodes];
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(silhouette, camera);
      silhouette.children = [];
    },
    color(css) {
      uniforms.color.value.setStyle(css);
    },
    close() {
      target.dispose();
      material.dispose();
      quad.geometry.dispose();
      silhouette.overrideMaterial?.dispose();
    },
  };
};

const vertexShader = `
  varying vec2 vUv;
  void main() {
    vUv = uv;
    gl_Position = vec4(position.xy, 0.0, 1.0);
  }`;

const fragmentShader = `
  uniform sampler2D silhouette;
  uniform vec2 reach;
  uniform vec3 color;
  varying vec2 vUv;
  void main() {
    float nearby = 0.0;
    for (int i = 0; i < 12; i++) {
      float angle = float(i) * 0.5235988;
      nearby = max(nearby, texture2D(silhouette, vUv + vec2(cos(angle), sin(angle)) * reach).r);
    }
    gl_FragColor = vec4(color, nearby * (1.0 - texture2D(silhouette, vUv).r));
  }`;
