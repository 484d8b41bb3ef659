import type { SceneLook } from '../view-options.ts';

/** What the browser reports about the device and the user's preferences. */
interface DeviceHints {
  /** The name of the graphics processor, as WebGL reports it. */
  readonly gpu: string;
  /** Whether the user prefers to transfer little data. */
  readonly savesData: boolean;
  /** Whether the battery is low and not being charged. */
  readonly savesBattery: boolean;
}

const softwareRenderers = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Returns the look for users who have not chosen one. The studio look is only for devices that can afford it. */
export const getDefaultLook = ({ gpu, savesData, savesBattery }: DeviceHints): SceneLook =>
  softwareRenderers.test(gpu) || savesData || savesBattery ? 'pictured' : 'studio';

/** Returns the name of the graphics processor. Some browsers report it only through an extension. */
export const readGpuName = (gl: WebGLRenderingContext | WebGL2RenderingContext): string => {
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  return String(gl.getParameter(extension ? extension.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
};

export const prefersReducedData = (): boolean => {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
};

/** The battery charge below which operating systems begin to save power. */
const lowBatteryLevel = 0.2;

interface BatteryStatus {
  readonly charging: boolean;
  readonly level: number;
}

/** Whether the battery is low. Browsers that don't report the battery's state count as plugged in. */
export const isBatteryLow = async (): Promise<boolean> => {
  const { getBattery } = navigator as { readonly getBattery?: () => Promise<BatteryStatus> };
  if (!getBattery) return false;
  try {
    const { charging, level } = await getBattery.call(navigator);
    return !charging && level <= lowBatteryLevel;
  } catch {
    // the browser or a policy of the embedding page denies access
    return false;
  }
};
