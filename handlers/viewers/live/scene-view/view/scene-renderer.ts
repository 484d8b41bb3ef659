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

/** Renders the scene in another way than the service's pictures. Overlays are not affected. */
export interface SceneEffects {
  /** The number of pixels above which the pixel ratio is lowered. */
  readonly maxPixels: number;
  setSize(width: number, height: number): void;
  /** Renders the color and depth of a scene into a cleared render target. */
  render(scene: Scene, camera: Camera, target: WebGLRenderTarget): void;
}

/** Renders the scene at the size of its element, only after changes and at most once per frame. */
export interface SceneRenderer {
  readonly element: HTMLCanvasElement;
  readonly aspect: number;
  readonly graphics: WebGLRenderer;
  requestRender(): void;
  /** Replaces the effects. Without effects, the scene is drawn as in the service's pictures. */
  setEffects(effects: SceneEffects | undefined): void;
  /** Renders a scene, and the overlays on top of it. */
  render(camera: Camera, scene: Scene, overlay: Scene): void;
  close(): void;
}

/** The highest number of device pixels per CSS pixel that is drawn. */
const maxPixelRatio = 2;

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
  let effects: SceneEffects | undefined;

  const refresh = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      draw();
    });
  };
  const fitToHost = (): void => {
    const { clientWidth, clientHeight } = host;
    if (clientWidth === 0 || clientHeight === 0) return;
    aspect = clientWidth / clientHeight;
    renderer.setPixelRatio(getPixelRatio(clientWidth * clientHeight, effects?.maxPixels));
    renderer.setSize(clientWidth, clientHeight);
    renderTarget.setSize(element.width, element.height);
    effects?.setSize(element.width, element.height);
    // draws again, because resizing clears a canvas
    draw();
  };
  const resize = new ResizeObserver(fitToHost);
  host.append(element);
  resize.observe(host);
  return {
    element,
    graphics: renderer,
    get aspect() {
      return aspect;
    },
    requestRender: refresh,
    setEffects(newEffects) {
      effects = newEffects;
      fitToHost();
    },
    render(camera, scene, overlay) {
      renderer.setRenderTarget(renderTarget);
      renderer.clear();
      if (effects) effects.render(scene, camera, renderTarget);
      else renderer.render(scene, camera);
      renderer.setRenderTarget(renderTarget);
      renderer.render(overlay, camera);
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

/** Returns the number of device pixels per CSS pixel: at least 1, because less would look blurred. */
const getPixelRatio = (cssPixels: number, maxPixels = Number.POSITIVE_INFINITY): number =>
  Math.min(devicePixelRatio, maxPixelRatio, Math.max(1, Math.sqrt(maxPixels / cssPixels)));
