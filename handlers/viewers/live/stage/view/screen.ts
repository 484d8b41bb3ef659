import { WebGLRenderer } from 'three';

/** Where the scene is drawn: as large as its element, once for each frame of the browser in which anything has changed. */
interface Screen {
  readonly element: HTMLCanvasElement;
  readonly aspect: number;
  readonly renderer: WebGLRenderer;
  /** Lets it be drawn with the next frame of the browser. */
  refresh(): void;
  close(): void;
}

/** @throws Error where the browser has no WebGL */
export const openScreen = (host: HTMLElement, draw: () => void): Screen => {
  const renderer = new WebGLRenderer({ antialias: true });
  renderer.autoClear = false;
  const element = renderer.domElement;
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
    // a canvas is empty once it has another size
    draw();
  });
  host.append(element);
  resize.observe(host);
  return {
    element,
    renderer,
    get aspect() {
      return aspect;
    },
    refresh,
    close() {
      resize.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
      renderer.dispose();
      element.remove();
    },
  };
};
