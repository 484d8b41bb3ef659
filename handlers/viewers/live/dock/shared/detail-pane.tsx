import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';

interface DetailPaneProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** The full content of the selected row, beside the list. */
export const DetailPane = ({ title, text, onClose }: DetailPaneProps) => (
  <aside class="detail" aria-label={title}>
    <header>
      <h2 class="grow">{title}</h2>
      <CopyButton text={text} />
      <Button icon="x" label="Close" onClick={onClose} />
    </header>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
    <pre tabIndex={0}>{text}</pre>
  </aside>
);
