import { CopyButton } from './copy-button.tsx';

interface DetailPaneProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** The full content of a row. */
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
