import { CanvasTexture, SRGBColorSpace } from 'three';

/** What an icon represents: a kind of light, or a camera. */
export type HelperIconKind = 'point' | 'directional' | 'spot' | 'ambient' | 'camera';

/** The size of the icon's texture, in pixels. */
const iconSizePx = 64;

/** The icons as SVG paths, in a square with sides of 24 units. */
const iconPaths: Readonly<Record<HelperIconKind, string>> = {
  point: 'M9 17h6M10 20h4M12 3a6 6 0 0 1 3.5 10.8c-.6.5-.9 1.2-.9 2.2H9.4c0-1-.3-1.7-.9-2.2A6 6 0 0 1 12 3z',
  directional:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  spot: 'M9 3h6l1 6H8zM8 9l-4 10M16 9l4 10M12 11v8M9.5 11l-2 8M14.5 11l2 8',
  ambient: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 4v16M12 8h7M12 12h8M12 16h7',
  camera: 'M3 7h11v10H3zM14 11l6-3v8l-6-3z',
};

/** Draws an icon in white with a dark outline, so that it is visible on any background. */
export const drawHelperIcon = (kind: HelperIconKind): CanvasTexture => {
  const canvas = document.createElement('canvas');
  canvas.width = iconSizePx;
  canvas.height = iconSizePx;
  const context = canvas.getContext('2d');
  if (context) {
    context.scale(iconSizePx / 24, iconSizePx / 24);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    const path = new Path2D(iconPaths[kind]);
    for (const [style, width] of [
      ['rgb(0 0 0 / 75%)', 4],
      ['white', 1.8],
    ] as const) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.stroke(path);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
};
