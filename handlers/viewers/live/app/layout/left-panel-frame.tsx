import { useLivePage } from '../live-page-context.ts';
import { Button } from '../../components/button.tsx';
import './left-panel.css';
import type { ComponentChildren, JSX } from 'preact';

interface LeftPanelFrameProps {
  readonly title: string;
  /** A button before the title, which leads back. */
  readonly lead?: ComponentChildren;
  /** The number of entries, or what belongs to the title. */
  readonly detail?: ComponentChildren;
  /** Further buttons in the title bar. */
  readonly tools?: ComponentChildren;
  readonly onKeyDown?: JSX.KeyboardEventHandler<HTMLElement>;
  readonly children: ComponentChildren;
}

/** The frame that all panels on the left have: a title bar with a button that closes the panel, and the content. */
export const LeftPanelFrame = ({ title, lead, detail, tools, onKeyDown, children }: LeftPanelFrameProps) => {
  const { layout } = useLivePage();
  return (
    <section id="pane-left" class="pane left-pane" aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
      <header class="pane-header">
        {lead}
        <h2>{title}</h2>
        {detail !== undefined && <span class="quiet number">{detail}</span>}
        <span class="grow" />
        {tools}
        <Button icon="panel-left-close" label="Close" keys="Ctrl+B" onClick={layout.closeLeftPanel} />
      </header>
      {children}
    </section>
  );
};
