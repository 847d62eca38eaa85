import { useState } from 'react';
import { type OperationId, read } from '../api/client';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { ProblemNotice } from '../ui/notice';

interface DownloadButtonsProps {
  operation: OperationId;
  formats: readonly string[];
  path?: Record<string, string>;
  query: Record<string, string>;
}

interface File {
  fileName: string;
  mimeType: string;
  document: string;
}

/** Buttons that save a list as a file, one a format. The API sends the file inside its answer. */
export function DownloadButtons({ operation, formats, path, query }: DownloadButtonsProps) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const download = async (format: string): Promise<void> => {
    setBusy(format);
    setProblem(undefined);
    try {
      save((await read(operation, { path, query: { ...query, Format: format } })) as unknown as File);
    } catch (error) {
      setProblem(error);
    }
    setBusy(undefined);
  };
  return (
    <>
      {formats.map((format) => (
        <Button key={format} isBusy={busy === format} onClick={() => void download(format)}>
          <Icon name="download" /> {format}
        </Button>
      ))}
      {!!problem && <ProblemNotice problem={problem} />}
    </>
  );
}

/** Saves a file of the API, whose content is a data URL. */
export function save({ fileName, mimeType, document: content }: File): void {
  const bytes = Uint8Array.from(atob(content.slice(content.indexOf(',') + 1)), (one) => one.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
