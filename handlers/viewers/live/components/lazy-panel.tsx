import { useEffect, useState } from 'preact/hooks';
import { type OpenPanel, useLivePage } from '../app/live-page-context.ts';
import { getMissingRouteReason } from '../session/feature-availability.ts';
import type { ComponentType, JSX } from 'preact';
import type { Route } from '#spec/client/index.ts';

/** The panels that have been opened, keyed by id. */
const openedPanels = new Map<string, ComponentType>();

interface LazyPanelProps {
  readonly id: string;
  /** The route that the panel needs. If absent, the panel needs only the hub. */
  readonly requiredRoute?: Route | undefined;
  /** Loads the panel's code when the panel is first shown. */
  readonly load: () => Promise<OpenPanel>;
  /** Renders the frame around the panel while its code is missing, if the panel has a frame of its own. */
  readonly renderFrame?: (content: JSX.Element | null) => JSX.Element | null;
}

/** A panel whose code is loaded when it is first shown. Its state is kept while it is hidden. */
export const LazyPanel = ({
  id,
  requiredRoute,
  load,
  renderFrame = (content) => content,
}: LazyPanelProps) => {
  const live = useLivePage();
  const { notices, session } = live;
  const [Panel, setPanel] = useState<ComponentType | undefined>(() => openedPanels.get(id));
  const missing = requiredRoute && getMissingRouteReason(session.capabilities.value, requiredRoute);

  useEffect(() => {
    if (Panel || missing) return;
    void notices.runAndReport(async () => {
      const open = await load();
      const panel = openedPanels.get(id) ?? open(live);
      openedPanels.set(id, panel);
      setPanel(() => panel);
    });
  }, [live, notices, id, load, Panel, missing]);

  if (missing) return renderFrame(<p class="empty">{missing}</p>);
  return Panel ? <Panel /> : renderFrame(null);
};
