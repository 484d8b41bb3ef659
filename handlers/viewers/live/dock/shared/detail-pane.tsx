import { CopyButton } from './copy-button.tsx';

interface DetailPaneProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** Shows the full content of the selected row. */
export const DetailPane = ({ title, text, onClose }: DetailPaneProps) => (
  <aside class="detail" aria-label={title}>
    <header>
      <h3>{title}</h3>
      <CopyButton text={text} />
      <button type="button" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </header>
    <pre>{text}</pre>
  </aside>
);
