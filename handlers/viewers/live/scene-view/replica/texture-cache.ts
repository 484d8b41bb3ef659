import {
  ClampToEdgeWrapping,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  MirroredRepeatWrapping,
  NearestFilter,
  NoColorSpace,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from 'three';
import type { RenderTexture, SceneChanges } from '#spec/scene-changes.ts';
import type { Changes } from '../decode-scene-changes.ts';

type ShownImage = SceneChanges['images'][number];

/**
 * Decodes an image file.
 * @param type the file's media type
 */
export type DecodeImage = (bytes: Uint8Array, type: string) => Promise<ImageBitmap>;

/**
 * An image as a texture that is never drawn itself; its copies share its pixels. Image files are decoded
 * asynchronously.
 */
type DecodedImage = Texture | Promise<Texture | undefined>;

/**
 * Creates a cache of the service's images.
 * @param onReady called when an image has been decoded and can be drawn
 */
export const createTextureCache = (decode: DecodeImage, onReady: () => void) => {
  const cached = new Map<number, DecodedImage>();
  return {
    add({ id, width, height, file, bytes }: ShownImage, changes: Changes): void {
      const data = changes.bytes(bytes);
      const decoded = (type: string): Promise<Texture | undefined> =>
        decode(data, type).then(
          (bitmap) => new Texture(bitmap),
          () => undefined,
        );
      cached.set(id, file ? decoded(`image/${file}`) : new DataTexture(data, width, height));
    },
    /**
     * Passes the texture to `setTexture`, either immediately or after the image has been decoded. If the image can't be
     * decoded, nothing is passed.
     */
    apply(source: RenderTexture, setTexture: (texture: Texture) => void): void {
      const pixels = cached.get(source.image);
      if (pixels instanceof Texture) setTexture(applyTextureSettings(pixels, source));
      else
        void pixels?.then((decoded) => {
          if (!decoded) return;
          setTexture(applyTextureSettings(decoded, source));
          onReady();
        });
    },
    prune(usedIds: ReadonlySet<number>): void {
      for (const id of cached.keys()) if (!usedIds.has(id)) cached.delete(id);
    },
    get size(): number {
      return cached.size;
    },
  };
};

export type TextureCache = ReturnType<typeof createTextureCache>;

const wrappingModes = { repeat: RepeatWrapping, clamp: ClampToEdgeWrapping, mirror: MirroredRepeatWrapping };

/** Returns a copy of a texture that has the same pixels and the given settings. */
const applyTextureSettings = (
  pixels: Texture,
  { wrap, smooth, flipped, srgb, transform }: RenderTexture,
): Texture => {
  const texture = pixels.clone();
  texture.wrapS = wrappingModes[wrap[0]];
  texture.wrapT = wrappingModes[wrap[1]];
  texture.magFilter = smooth ? LinearFilter : NearestFilter;
  texture.minFilter = smooth ? LinearMipmapLinearFilter : NearestFilter;
  texture.generateMipmaps = smooth;
  texture.colorSpace = srgb ? SRGBColorSpace : NoColorSpace;
  texture.flipY = false;
  texture.matrixAutoUpdate = false;
  const [m0 = 1, m1 = 0, m2 = 0, m3 = 1, m4 = 0, m5 = 0] = transform;
  // the first row of pixels is at v = 0, because ImageBitmaps can't be flipped when they are uploaded
  if (flipped) texture.matrix.set(m0, m2, m4, -m1, -m3, 1 - m5, 0, 0, 1);
  else texture.matrix.set(m0, m2, m4, m1, m3, m5, 0, 0, 1);
  texture.needsUpdate = true;
  return texture;
};
