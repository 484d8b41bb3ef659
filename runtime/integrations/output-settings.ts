/** What is set of the output (catalogue of actions: output; register: C-164). A runtime without a screen keeps it for others. */
import { assertImageSize } from '../scene/rendering/describe/describe-view.ts';
import type { Overlay, OutputSettings, OutputSwitch } from '#spec/actions/output-settings.ts';

/** Settings to be set; those that are undefined stay. */
type OutputChanges = {
  readonly [K in Exclude<keyof OutputSettings, 'markup'>]?: OutputSettings[K] | undefined;
} & { readonly markup?: { readonly [K in keyof Overlay]?: Overlay[K] | undefined } | undefined };

export interface Output {
  readonly settings: OutputSettings;
  /** @returns what was set before. @throws Fault ACTION_FAILED for a resolution that is not drawn */
  set(changes: OutputChanges): OutputSettings;
  /** Turns a setting on or off. @returns whether it is on now */
  toggle(setting: OutputSwitch): boolean;
  /** All of it as plain data. */
  state(): unknown;
}

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

export const createOutput = (): Output => {
  let settings = defaultSettings;
  return {
    get settings() {
      return settings;
    },
    set({ markup, ...changes }) {
      const previous = settings;
      if (changes.resolution) assertImageSize(changes.resolution);
      settings = {
        ...settings,
        ...omitUndefined(changes),
        markup: { ...settings.markup, ...omitUndefined(markup ?? {}) },
      } as OutputSettings;
      return previous;
    },
    toggle(setting) {
      const isOn = setting === 'markup' ? !settings.markup.visible : !settings[setting];
      settings =
        setting === 'markup'
          ? { ...settings, markup: { ...settings.markup, visible: isOn } }
          : { ...settings, [setting]: isOn };
      return isOn;
    },
    state: () => settings,
  };
};
