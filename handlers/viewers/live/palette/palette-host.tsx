import { useEffect, useState } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { useLivePage } from '../app/live-page-context.ts';
// lazily loaded code can't add styles
import './palette.css';
import type { ComponentType } from 'preact';
import type { PaletteProps } from './palette.tsx';

type PaletteModule = typeof import('./palette.tsx');

/**
 * Adds the command that opens the command palette. The palette's code is loaded after the page is first rendered, so
 * that the palette opens before the next key is pressed.
 */
export const PaletteHost = () => {
  const live = useLivePage();
  const { commands, notices } = live;
  /** A number for each time the palette is opened, or `undefined` while it is closed. */
  const opening = useSignal<number | undefined>(undefined);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  useEffect(() => {
    let code: PaletteModule | undefined;
    let opened: ComponentType<PaletteProps> | undefined;
    let openCount = 0;
    const load = async (): Promise<PaletteModule> => {
      code = await import('./palette.tsx');
      return code;
    };
    const open = ({ openPalette }: PaletteModule): void => {
      opened ??= openPalette(live);
      setPalette(() => opened);
      if (opening.peek() !== undefined) return;
      openCount += 1;
      opening.value = openCount;
    };
    // if this fails, opening the palette tries again, and reports why
    load().catch(() => {});
    return commands.add([
      {
        ...{ id: 'palette', label: 'Search or run anything', icon: 'search' },
        ...{ keys: 'Ctrl+K', worksInFields: true },
        // an import ends in a later task even if the code is loaded, and the next key could come before
        run: () => (code ? open(code) : void notices.runAndReport(async () => open(await load()))),
      },
    ]);
  }, [live, commands, notices, opening]);
  if (!Palette || opening.value === undefined) return null;
  return (
    <Palette
      key={opening.value}
      onClose={() => {
        opening.value = undefined;
      }}
    />
  );
};
