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

/** Where the scene is drawn: as large as its element, once for each frame of the browser in which anything has changed. */
interface SceneRenderer {
  readonly element: HTMLCanvasElement;
  readonly aspect: number;
  /** Lets it be drawn with the next frame of the browser. */
  requestRender(): void;
  /** Draws scenes, each on top of those before it. */
  render(camera: Camera, scenes: readonly Scene[]): void;
  close(): void;
}

/** @throws Error where the browser has no WebGL */
export const createSceneRenderer = (host: HTMLElement, draw: () => void): SceneRenderer => {
  const renderer = new WebGLRenderer();
  renderer.autoClear = false;
  const element = renderer.domElement;
  element.tabIndex = 0;
  element.setAttribute('role', 'application');
  element.setAttribute('aria-label', 'Scene in 3D');
  element.setAttribute('aria-describedby', shortcutsElementId);
  // what shines through is mixed as light, as in the pictures of the service; on the canvas it would be mixed as sRGB
  const film = new WebGLRenderTarget(1, 1, { colorSpace: SRGBColorSpace, samples: 4 });
  const print = new FullScreenQuad(
    new MeshBasicMaterial({ map: film.texture, blending: NoBlending, depthTest: false, depthWrite: false }),
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
    film.setSize(element.width, element.height);
    // a canvas is empty once it has another size
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
      renderer.setRenderTarget(film);
      renderer.clear();
      for (const scene of scenes) renderer.render(scene, camera);
      renderer.setRenderTarget(null);
      print.render(renderer);
    },
    close() {
      resize.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
      film.dispose();
      print.dispose();
      print.material.dispose();
      renderer.dispose();
      element.remove();
    },
  };
};
