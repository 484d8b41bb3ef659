import {
  type Camera,
  MeshBasicMaterial,
  NoBlending,
  type Scene,
  SRGBColorSpace,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { shortcutsElementId } from '../scene-shortcuts.ts';

/** Renders the scene at the size of its element, only after changes and at most once per frame. */
interface SceneRenderer {
  readonly element: HTMLCanvasElement;
  readonly aspect: number;
  requestRender(): void;
  /** Renders several scenes on top of each other. */
  render(camera: Camera, scenes: readonly Scene[]): void;
  close(): void;
}

/**
 * Creates the renderer and adds its canvas to an element.
 * @throws Error if the browser doesn't support WebGL
 */
export const createSceneRenderer = (host: HTMLElement, draw: () => void): SceneRenderer => {
  const renderer = new WebGLRenderer();
  renderer.autoClear = false;
  const element = renderer.domElement;
  element.tabIndex = 0;
  element.setAttribute('role', 'application');
  element.setAttribute('aria-label', 'Scene in 3D');
  element.setAttribute('aria-describedby', shortcutsElementId);
  // transparency is blended in linear color, as in the service's images; the canvas itself would blend in sRGB
  const renderTarget = new WebGLRenderTarget(1, 1, { colorSpace: SRGBColorSpace, samples: 4 });
  const print = new FullScreenQuad(
    new MeshBasicMaterial({
      map: renderTarget.texture,
      blending: NoBlending,
      depthTest: false,
      depthWrite: false,
    }),
  );
  let frame: number | undefined;
  let aspect = 1;

  const refresh = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      draw();
    });
  };
  const resize = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = host;
    if (clientWidth === 0 || clientHeight === 0) return;
    aspect = clientWidth / clientHeight;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(clientWidth, clientHeight);
    renderTarget.setSize(element.width, element.height);
    // draws again, because resizing clears a canvas
    draw();
  });
  host.append(element);
  resize.observe(host);
  return {
    element,
    get aspect() {
      return aspect;
    },
    requestRender: refresh,
    render(camera, scenes) {
      renderer.setRenderTarget(renderTarget);
      renderer.clear();
      for (const scene of scenes) renderer.render(scene, camera);
      renderer.setRenderTarget(null);
      print.render(renderer);
    },
    close() {
      resize.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
      renderTarget.dispose();
      print.dispose();
      print.material.dispose();
      renderer.dispose();
      element.remove();
    },
  };
};
