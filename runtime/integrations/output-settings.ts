/**
 * Output settings (catalogue of actions: output; C-164). A runtime without a screen stores these settings but doesn't
 * apply them.
 */
import { assertImageSize } from '../scene/rendering/describe/describe-view.ts';
import type { Overlay, OutputSettings, OutputSwitch } from '#spec/actions/output-settings.ts';

/** The settings to change. Settings that are `undefined` remain unchanged. */
type OutputChanges = {
  readonly [K in Exclude<keyof OutputSettings, 'markup'>]?: OutputSettings[K] | undefined;
} & { readonly markup?: { readonly [K in keyof Overlay]?: Overlay[K] | undefined } | undefined };

const defaultSettings: OutputSettings = {
  resolution: { width: 1280, height: 720 },
  frameRate: 60,
  vsync: true,
  textureSharing: false,
  networkVideo: false,
  markup: { visible: true, elements: [] },
};

const omitUndefined = <T extends object>(changes: T): Partial<T> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>;

export const createOutput = () => {
  let settings = defaultSettings;
  return {
    get settings(): OutputSettings {
      return settings;
    },
    /**
     * Changes settings.
     * @returns the previous settings
     * @throws ApiError ACTION_FAILED for a resolution that cannot be rendered
     */
    set({ markup, ...changes }: OutputChanges): OutputSettings {
      const previous = settings;
      if (changes.resolution) assertImageSize(changes.resolution);
      settings = {
        ...settings,
        ...omitUndefined(changes),
        markup: { ...settings.markup, ...omitUndefined(markup ?? {}) },
      } as OutputSettings;
      return previous;
    },
    /**
     * Toggles a setting.
     * @returns whether the setting is on now
     */
    toggle(setting: OutputSwitch): boolean {
      const isOn = setting === 'markup' ? !settings.markup.visible : !settings[setting];
      settings =
        setting === 'markup'
          ? { ...settings, markup: { ...settings.markup, visible: isOn } }
          : { ...settings, [setting]: isOn };
      return isOn;
    },
    /** Returns the complete state as plain data. */
    state: (): unknown => settings,
  };
};

export type Output = ReturnType<typeof createOutput>;
