import { Button } from '../../components/button.tsx';
import { type Caller, CallerLink } from './caller-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';

interface DetailPaneProps {
  readonly title: string;
  readonly text: string;
  /** The call of a graph in which it happened. */
  readonly caller?: Caller | undefined;
  readonly onClose: () => void;
}

/** The full content of the selected row, beside the list. */
export const DetailPane = ({ title, text, caller, onClose }: DetailPaneProps) => (
  <aside class="detail" aria-label={title}>
    <header>
      <h2 class="grow">{title}</h2>
      <CopyButton text={text} />
      <Button icon="x" label="Close" onClick={onClose} />
    </header>
    {caller && <CallerLink caller={caller} />}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
    <pre tabIndex={0}>{text}</pre>
  </aside>
);
